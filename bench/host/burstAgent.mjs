// An agent that says a whole file of updates as fast as they are taken: on a prompt, and on a load.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';

const PIECE_BYTES = 1 << 20;
const [corpus] = process.argv.slice(2);
const send = (message) =>
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

// Already in memory, because reading the file only now would make the host wait for it.
const bytes = readFileSync(corpus);

function burst(whenDone) {
  const pieces = Array.from({ length: Math.ceil(bytes.length / PIECE_BYTES) }, (_, index) =>
    bytes.subarray(index * PIECE_BYTES, (index + 1) * PIECE_BYTES),
  );
  Readable.from(pieces).on('end', whenDone).pipe(process.stdout, { end: false });
}

const answers = {
  initialize: (id) =>
    send({ id, result: { protocolVersion: 1, agentCapabilities: { loadSession: true } } }),
  'session/new': (id) => send({ id, result: { sessionId: 'bench' } }),
  'session/load': (id) => burst(() => send({ id, result: {} })),
  'session/prompt': (id, { sessionId, prompt }) => {
    const end = () => send({ id, result: { stopReason: 'end_turn' } });
    if (prompt[0].text !== 'burst') return end();
    const first = { sessionUpdate: 'tool_call', toolCallId: 'burst', title: 'Burst' };
    send({ method: 'session/update', params: { sessionId, update: first } });
    burst(end);
  },
};

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  answers[method]?.(id, params);
});
