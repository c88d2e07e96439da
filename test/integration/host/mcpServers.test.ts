// biome-ignore-all lint/suspicious/noTemplateCurlyInString: such references are the subject.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Stage } from '#test/support/stage';

const node = process.execPath;
const SECRET = 'opaque-Header-98765';
const mcpServers = {
  files: { command: node, args: ['files.mjs'], env: { LEVEL: '2' } },
  web: { url: 'https://web.test/mcp', headers: { Authorization: `Bearer ${SECRET}` } },
  unset: { command: node, env: { A: '${NOT_SET_ANYWHERE}' } },
} as const;

const given = [
  { name: 'files', command: node, args: ['files.mjs'], env: [{ name: 'LEVEL', value: '2' }] },
  {
    type: 'http',
    name: 'web',
    url: 'https://web.test/mcp',
    headers: [{ name: 'Authorization', value: `Bearer ${SECRET}` }],
  },
];

describe('MCP servers', () => {
  it('are handed over whenever a conversation is opened, and no secret is logged [session/load]', async () => {
    const initialize = {
      agentCapabilities: { loadSession: true, mcpCapabilities: { http: true } },
    };
    const stage = await Stage.play(
      {
        stateFile: 'state.json',
        initialize,
        resume: false,
        turns: [[{ say: 'I have {{mcpServers}}' }]],
      },
      { mcpServers, traceFolder: 'traces' },
    );
    const session = await stage.session('Which?');
    await session.turnEnded();
    expect(stage.received('session/new')).toMatchObject([{ mcpServers: given }]);
    expect(session.state.head.mcpServers).toEqual([
      { name: 'files', type: 'stdio', origin: 'user', leftOut: null },
      { name: 'web', type: 'http', origin: 'user', leftOut: null },
      {
        name: 'unset',
        type: 'stdio',
        origin: 'user',
        leftOut: 'The variable NOT_SET_ANYWHERE is not set.',
      },
    ]);
    const again = await stage.reopen(session.id);
    await again.send('And now?');
    await again.turnEnded();
    expect(stage.received('session/load')).toMatchObject([{ mcpServers: given }]);
    expect(readFileSync(stage.logFile(session.id), 'utf8')).not.toContain(SECRET);
    const trace = await stage.engine.engine.trace(again.state.head.agent.id);
    expect(readFileSync(trace ?? '', 'utf8')).toContain('web.test');
    expect(readFileSync(trace ?? '', 'utf8')).not.toContain(SECRET);
  });

  it('of kinds that an agent does not take are left out, also when it resumes [session/resume]', async () => {
    const stage = await Stage.play({ stateFile: 'state.json' }, { mcpServers });
    const session = await stage.session('One');
    await session.turnEnded();
    expect(stage.received('session/new')).toMatchObject([{ mcpServers: [given[0]] }]);
    const again = await stage.reopen(session.id);
    await again.send('Two');
    await again.turnEnded();
    expect(stage.received('session/resume')).toMatchObject([{ mcpServers: [given[0]] }]);
    expect(session.state.head.mcpServers[1]).toEqual({
      name: 'web',
      type: 'http',
      origin: 'user',
      leftOut: 'This agent does not take MCP servers over HTTP.',
    });
  });

  it('include Airlock’s own, which asks the user without a socket [mcp/message]', async () => {
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const call = (requestId: string, method: string, params: object) => ({
      request: {
        method: 'mcp/message',
        params: {
          serverId: '{{ownServer}}',
          requestId,
          method,
          params: { ...params, _meta: meta },
        },
      },
    });
    const stage = await Stage.play({
      initialize: { agentCapabilities: { mcpCapabilities: { acp: true } } },
      turns: [
        [
          call('r1', 'tools/list', {}),
          call('r2', 'tools/call', { name: 'ask_user', arguments: { question: 'Which colour?' } }),
          call('r3', 'tools/call', { name: 'review_state' }),
        ],
      ],
    });
    const session = await stage.session('Ask me');
    expect(await session.question()).toMatchObject({ question: { message: 'Which colour?' } });
    await session.submit({ type: 'accepted', values: { words: 'Green' } });
    await session.turnEnded();
    expect(stage.answers('mcp/message')).toMatchObject([
      {
        result: { tools: [{ name: 'ask_user' }, { name: 'review_state' }, { name: 'run_checks' }] },
      },
      { result: { content: [{ type: 'text', text: 'Green' }] } },
      { result: { content: [{ type: 'text' }] } },
    ]);
    expect(session.state.head.mcpServers).toEqual([
      { name: 'airlock', type: 'acp', origin: 'airlock', leftOut: null },
    ]);
  });
});
