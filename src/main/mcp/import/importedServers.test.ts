// biome-ignore-all lint/suspicious/noTemplateCurlyInString: such references are the subject.
import { describe, expect, it } from 'vitest';
import { parseServers } from './importedServers';

const entriesOf = (value: unknown) =>
  Object.fromEntries(
    parseServers(JSON.stringify(value), 'Test').servers.map(({ name, entry }) => [name, entry]),
  );

describe('the servers of another program', () => {
  it.each([
    [
      '.mcp.json',
      {
        mcpServers: {
          files: { command: 'npx', args: ['-y', 'files'], env: { ROOT: '${HOME}' } },
          web: { type: 'http', url: 'https://a.test/mcp', headers: { 'X-A': '1' } },
          old: { type: 'sse', url: 'https://a.test/sse' },
        },
      },
      {
        files: { command: 'npx', args: ['-y', 'files'], env: { ROOT: '${HOME}' } },
        web: { url: 'https://a.test/mcp', headers: { 'X-A': '1' } },
        old: { type: 'sse', url: 'https://a.test/sse' },
      },
    ],
    [
      'Claude’s settings',
      {
        numStartups: 3,
        mcpServers: { one: { type: 'stdio', command: 'one', args: [], env: {} } },
        projects: { '/work/a': { mcpServers: { two: { command: 'two' } }, history: [] }, '/b': {} },
      },
      { one: { command: 'one' }, two: { command: 'two' } },
    ],
    [
      'Zed’s settings',
      {
        context_servers: {
          flat: { source: 'custom', command: 'flat', args: ['a'], env: null },
          nested: { command: { path: 'nested', args: ['b'], env: { C: 'd' } } },
          remote: { url: 'https://a.test/mcp' },
          ext: { source: 'extension', settings: {} },
        },
      },
      {
        flat: { command: 'flat', args: ['a'] },
        nested: { command: 'nested', args: ['b'], env: { C: 'd' } },
        remote: { url: 'https://a.test/mcp' },
      },
    ],
    [
      'VS Code’s mcp.json',
      {
        inputs: [{ id: 'key', type: 'promptString' }],
        servers: {
          a: { type: 'stdio', command: 'a', env: { KEY: '${input:key}', LEVEL: 2, ON: true } },
          b: { type: 'http', url: 'http://localhost:3000/mcp' },
        },
      },
      {
        a: { command: 'a', env: { KEY: '${input:key}', LEVEL: '2', ON: 'true' } },
        b: { url: 'http://localhost:3000/mcp' },
      },
    ],
    [
      'VS Code’s settings',
      { 'editor.fontSize': 12, mcp: { servers: { a: { command: 'a' } } } },
      { a: { command: 'a' } },
    ],
    [
      'a plain map',
      { a: { command: 'a' }, b: { url: 'https://b.test' } },
      { a: { command: 'a' }, b: { url: 'https://b.test' } },
    ],
    [
      'another alias',
      { mcpServers: { a: { type: 'streamable-http', url: 'https://a.test' } } },
      { a: { url: 'https://a.test' } },
    ],
  ])('are read from %s', (_name, value, expected) => {
    expect(entriesOf(value)).toEqual(expected);
  });

  it.each<[unknown]>([
    [null],
    [3],
    ['text'],
    [[]],
    [{}],
    [{ mcpServers: [] }],
    [{ mcpServers: null, servers: 'x' }],
    [{ agent_servers: { a: { command: 'a' } } }],
  ])('are none in %j', (value) => {
    expect(parseServers(JSON.stringify(value), 'Test')).toEqual({ servers: [], problems: [] });
  });

  it.each(
    [
      3,
      'text',
      {},
      { command: 3 },
      { command: '' },
      { command: 'a', args: 'b' },
      { command: 'a', args: [1] },
      { type: 'websocket', url: 'ws://a.test' },
      { url: 'file:///etc/passwd' },
      { url: 'javascript:alert(1)' },
      { type: 'http', url: 'https://a.test', headers: { 'A\r\nB': 'c' } },
      { type: 'http', url: 'https://a.test', headers: { A: 'b\r\nC: d' } },
      { command: 'a', env: { 'A=B': 'c' } },
      { command: 'x'.repeat(100_000) },
    ].map((server) => ({ server, shown: JSON.stringify(server).slice(0, 80) })),
  )('pass over $shown and say so', ({ server }) => {
    const { servers, problems } = parseServers(
      JSON.stringify({ mcpServers: { bad: server, good: { command: 'good' } } }),
      'Test',
    );
    expect(servers.map(({ name }) => name)).toEqual(['good']);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain('“bad” was skipped');
  });

  it('get names that agents take, each its own', () => {
    const servers = Object.fromEntries(
      ['My Server', 'my/server', 'My.Server', '…', '__proto__', 'x'.repeat(200)].map((name) => [
        name,
        0,
      ]),
    );
    const text = JSON.stringify({ mcpServers: servers }).replaceAll(':0', ':{"command":"a"}');
    const withProto = text.replace('"…"', '"__proto__":{"command":"a"},"…"');
    expect(parseServers(withProto, 'Test').servers.map(({ name }) => name)).toEqual([
      'My-Server',
      'my-server',
      'My-Server-2',
      'server',
      'server-2',
      'x'.repeat(60),
    ]);
  });

  it('say what was left behind, and where they are from', () => {
    const text = `{
      // A comment
      "servers": { "a": { "command": "a", "envFile": ".env", "cwd": "/tmp", "disabled": true, }, },
    }`;
    expect(parseServers(text, 'VS Code').servers).toEqual([
      { name: 'a', entry: { command: 'a' }, origin: 'VS Code', note: 'Not imported: envFile, cwd' },
    ]);
    const claude = { projects: { '/work/a': { mcpServers: { a: { command: 'a' } } } } };
    expect(parseServers(JSON.stringify(claude), 'Claude Code').servers[0]?.origin).toBe(
      'Claude Code, /work/a',
    );
  });

  it('are bounded', () => {
    const many = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, at) => [`s${at}`, { command: 'a' }]),
    );
    expect(parseServers(JSON.stringify({ mcpServers: many }), 'Test').servers).toHaveLength(100);
  });

  it('are not read from a text with errors', () => {
    expect(parseServers('{\n"mcpServers": {', 'Test')).toEqual({
      servers: [],
      problems: [expect.stringContaining('on line 2')],
    });
  });
});
