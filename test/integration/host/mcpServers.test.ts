// biome-ignore-all lint/suspicious/noTemplateCurlyInString: such references are the subject.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { defaultSettings } from '#shared/settings';
import { peerAgent } from '#test/support/peerAgent';
import { Stage } from '#test/support/stage';
import { TestEngine } from '#test/support/testEngine';
import { testFolder } from '#test/support/testFolder';

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
      leftOut: 'This agent does not support MCP servers over HTTP.',
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

  it.each(['claude', 'codex'] as const)(
    'reach an agent that speaks %s, at its start and when it resumes',
    async (wire) => {
      const folder = testFolder();
      const agents = { peer: { ...peerAgent(folder, wire), wire } };
      const settings = () => ({ ...defaultSettings, agents, mcpServers });
      const start = () => TestEngine.start(folder.folder('data'), agents, { settings });
      const test = await start();
      const first = await test.create('peer', folder.folder('project'), 'servers');
      await first.turnEnded();
      const told = first.transcript().join('\n');
      expect(told).toContain('"files":');
      expect(told).toContain('https://web.test/mcp');
      // What the agent repeats of a secret is not shown, and "unset" has no value for its variable.
      expect(told).not.toContain(SECRET);
      expect(told).not.toContain('"unset"');
      expect(first.state.head.mcpServers.map(({ name, leftOut }) => [name, leftOut])).toEqual([
        ['files', null],
        ['web', null],
        ['unset', 'The variable NOT_SET_ANYWHERE is not set.'],
      ]);
      await test.stop();
      const again = await (await start()).open(first.id);
      await again.send('servers');
      await again.turnEnded();
      expect(again.transcript().at(-1)).toContain('"files":');
    },
  );

  it('leave no secret in any file of ours, however it was given and repeated', async () => {
    const canaries = [
      'canary-Env-1a2b3c',
      'canary-Head-4d5e6f',
      'canary-Url-7a8b9c',
      'canary-Arg-0d1e2f',
    ];
    const [env = '', header = '', url = '', arg = ''] = canaries;
    const stage = await Stage.play(
      {
        initialize: { agentCapabilities: { mcpCapabilities: { http: true } } },
        turns: [
          [
            { say: `I was given ${canaries.join(' and ')}` },
            { stderr: canaries.map((each) => `stderr ${each}`).join('\n') },
          ],
        ],
      },
      {
        traceFolder: 'traces',
        mcpServers: {
          one: { command: node, args: ['--api-key', arg], env: { API_TOKEN: env } },
          two: { url: `https://user:${url}@web.test/mcp`, headers: { 'X-Api-Key': header } },
        },
      },
    );
    const session = await stage.session('Which?');
    await session.turnEnded();
    expect(stage.received('session/new')).toHaveLength(1);
    expect(JSON.stringify(stage.received('session/new'))).toContain(env);
    await session.drainedLog();
    await stage.engine.stop();
    for (const file of filesBelow(stage.folder.path)) {
      // The test's own files are what the agent was told to say, and what it heard.
      if (/scripted\.(?:scenario|journal)|\.gates/.test(file)) continue;
      const text = readFileSync(file, 'latin1');
      for (const canary of canaries)
        expect(text.includes(canary), `${canary} in ${file}`).toBe(false);
    }
  });
});

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
