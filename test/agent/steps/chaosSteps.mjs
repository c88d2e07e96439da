import { seededRandom } from '../random.mjs';

/** What chaos is made of: nothing that ends the process or the connection, and nothing that waits. */
const PALETTE = [
  { say: 'Chaos speaks. ' },
  { say: { text: '**half a *fence\n```', chunks: 3 } },
  { say: '\ud800\u0000\u202e' },
  { think: 'Chaos thinks.' },
  { tool: { id: 'chaos-1', title: 'A tool', kind: 'edit', status: 'pending' } },
  { tool: { id: 'chaos-1', title: 'The same tool again', kind: 'no_such_kind' } },
  { toolUpdate: { id: 'chaos-1', status: 'completed', content: 'done' } },
  { toolUpdate: { id: 'never-announced', status: 'failed' } },
  { plan: ['One', { content: 'Two', status: 'completed' }] },
  { commands: [{ name: 'chaos', description: 'More of it' }] },
  { usage: { used: 10, size: 5 } },
  { title: 'Chaos' },
  { update: { sessionUpdate: 'from_the_future', anything: [1, { two: 3 }] } },
  { update: { sessionUpdate: 'agent_message_chunk', content: { type: 'hologram' } } },
  { update: null },
  { garbage: { lines: ['[info] chatter', '{"half": ', '\u001b[31mred\u001b[0m'] } },
  { rawLine: '' },
  { rawLine: '[]' },
  { rawLine: '42' },
  { rawLine: '{"jsonrpc":"1.0","method":"session/update"}' },
  { rawLine: '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"?"}}' },
  { wrongId: { id: 987654321 } },
  { wrongId: { id: 1.5 } },
  { wrongId: { id: null } },
  { notify: { method: '_chaos/status', params: { mood: 'good' } } },
  { request: { method: '_chaos/unknown', params: {}, wait: false } },
  { request: { method: 'fs/read_text_file', params: { path: 7 }, wait: false } },
  { forSession: { sessionId: 'nobody', steps: [{ say: 'To nobody.' }] } },
  { deepJson: { depth: 200 } },
  { protoKeys: true },
  { badUtf8: { in: 'text' } },
  { bigLine: { bytes: 100_000 } },
  { stderr: 'chaos on stderr' },
  { framing: { lineEnd: 'crlf' } },
  { framing: { lineEnd: 'lf', bom: true } },
  { framing: { bom: false, blankLines: true } },
  { framing: { blankLines: false } },
];

export const chaosSteps = {
  async chaos(scene, { seed, count }) {
    const random = seededRandom(seed);
    for (let played = 0; played < count; played += 1) {
      await scene.play([PALETTE[Math.floor(random() * PALETTE.length)]]);
    }
    await scene.play([{ framing: { lineEnd: 'lf', bom: false, blankLines: false } }]);
  },
};
