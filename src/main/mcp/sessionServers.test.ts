// biome-ignore-all lint/suspicious/noTemplateCurlyInString: such references are the subject.
import { describe, expect, it } from 'vitest';
import type { AgentId } from '#shared/ids';
import type { McpServerEntry, McpServerSettings } from '#shared/mcp/server';
import type { AgentPowers } from '#shared/session/agent';
import type { Wire } from '#shared/session/wires';
import { SessionServers } from './sessionServers';

interface Setting {
  readonly user?: Readonly<Record<string, McpServerSettings>>;
  readonly project?: Readonly<Record<string, McpServerEntry>>;
  readonly wire?: Wire;
  readonly mcp?: AgentPowers['mcp'];
}

/** What an agent is given, and what was remembered as a secret. */
async function given({ user = {}, project = {}, wire = 'acp', mcp = {} }: Setting) {
  const secrets: string[] = [];
  const servers = new SessionServers({
    settings: () => user,
    ofProject: async () => project,
    surroundings: async (cwd) => ({
      variable: (name) => ({ TOKEN: 'opaque-token-1', HOST: 'example.test' })[name],
      secret: (path) => ({ 'files/KEY': 'hush' })[path],
      locate: async (command) => (command === 'gone' ? null : `${cwd}/bin/${command}`),
    }),
    rememberSecrets: (more) => secrets.push(...more),
  });
  const agent = {
    id: 'one' as AgentId,
    wire,
    powers: { prompt: {}, mcp },
    project: '/p',
    cwd: '/c',
  };
  const list = await servers.of(agent);
  const leftOut = Object.fromEntries(list.offered.map(({ name, leftOut: why }) => [name, why]));
  return { ...list, leftOut, secrets };
}

const web = { url: 'https://example.test/mcp' } as const;

describe('the servers of a session', () => {
  it('get what the key store keeps if they are the user’s, and not if they are a project’s', async () => {
    const env = { A: '${secret:files/KEY}' };
    const { servers, leftOut } = await given({
      user: {
        files: { command: 'files', env },
        lost: { command: 'lost', env: { A: '${secret:lost/KEY}' } },
      },
      project: { theirs: { command: 'theirs', env } },
    });
    expect(servers).toMatchObject([{ name: 'files', server: { env: { A: 'hush' } } }]);
    expect(servers).toHaveLength(1);
    expect(leftOut.theirs).toContain('not in the key store');
    expect(leftOut.lost).toBe(
      'Its secret lost/KEY is not in the key store. Edit the server and enter it again.',
    );
  });

  it('are those of the user and of the project, resolved', async () => {
    const { servers, offered } = await given({
      user: { files: { command: 'files', args: ['--root', '${HOST}'], env: { A: '${TOKEN}' } } },
      project: { build: { command: 'build' } },
    });
    expect(servers).toEqual([
      {
        name: 'files',
        server: {
          type: 'stdio',
          command: '/c/bin/files',
          args: ['--root', 'example.test'],
          env: { A: 'opaque-token-1' },
        },
      },
      { name: 'build', server: { type: 'stdio', command: '/c/bin/build', args: [], env: {} } },
    ]);
    expect(offered).toEqual([
      { name: 'files', type: 'stdio', origin: 'user', leftOut: null },
      { name: 'build', type: 'stdio', origin: 'project', leftOut: null },
    ]);
  });

  it.each<[Wire, AgentPowers['mcp'], readonly string[]]>([
    ['acp', {}, ['local']],
    ['acp', { http: true }, ['local', 'web']],
    ['acp', { http: true, sse: true }, ['local', 'web', 'old']],
    ['acp-2', {}, []],
    ['acp-2', { stdio: true, http: true, sse: true }, ['local', 'web']],
    ['claude', {}, ['local', 'web', 'old']],
    ['codex', {}, ['local', 'web']],
    ['crow', { http: true, sse: true }, []],
    ['acp-2025.1', {}, []],
    ['threads', {}, []],
  ])('are of the kinds that a %s agent with %o takes', async (wire, mcp, names) => {
    const user = { local: { command: 'local' }, web, old: { ...web, type: 'sse' } } as const;
    const { servers, offered } = await given({ user, wire, mcp });
    expect(servers.map(({ name }) => name)).toEqual(names);
    const left = offered.filter(({ leftOut }) => leftOut !== null);
    expect([...names, ...left.map(({ name }) => name)].sort()).toEqual(['local', 'old', 'web']);
  });

  it('says why one was left out', async () => {
    const { servers, leftOut } = await given({
      user: {
        off: { command: 'a', enabled: false },
        others: { command: 'a', agents: ['two'] },
        mine: { command: 'a', agents: ['one', 'two'] },
        both: { command: 'a' },
        gone: { command: 'gone' },
        unset: { command: 'a', env: { A: '${MISSING}' } },
        web,
        odd: { url: '${TOKEN}' },
      },
      project: { both: { command: 'b' } },
      mcp: {},
    });
    expect(
      servers.map(({ name, server }) => [name, server.type === 'stdio' && server.command]),
    ).toEqual([
      ['mine', '/c/bin/a'],
      ['both', '/c/bin/b'],
    ]);
    expect(leftOut).toMatchObject({
      off: 'It is turned off in the settings.',
      others: 'The settings give it to other agents only.',
      mine: null,
      gone: 'Its command was not found: gone',
      unset: 'The variable MISSING is not set.',
      web: 'This agent does not support MCP servers over HTTP.',
    });
  });

  it('makes their secrets known, and only what may be one', async () => {
    const { secrets } = await given({
      user: {
        a: {
          command: 'a',
          args: ['--token', 'argument-value-1'],
          env: { KIND: 'plain', API_KEY: 'variable-value-1' },
        },
        b: { ...web, headers: { Authorization: 'Bearer header-value-1', 'X-Org': 'acme-corp' } },
        c: { url: 'https://me:password-value-1@${HOST}/' },
        d: { command: 'd', env: { PLAIN: '${TOKEN}' } },
        left: { command: 'gone', env: { API_KEY: 'never-given-1' } },
      },
      mcp: { http: true },
    });
    expect(secrets.sort()).toEqual(
      [
        'Bearer header-value-1',
        'argument-value-1',
        'opaque-token-1',
        'password-value-1',
        'variable-value-1',
      ].sort(),
    );
  });
});
