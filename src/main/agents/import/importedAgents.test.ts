import { expect, test } from 'vitest';
import { parseAgents } from './importedAgents';

function agentsIn(text: string) {
  const parsed = parseAgents(text, 'Zed');
  if (!parsed.ok) throw new Error(parsed.problem);
  return parsed.agents;
}

test('the agents of Zed are read, with comments and trailing commas', () => {
  const text = `{
    // mine
    "agent_servers": {
      "My Agent": { "type": "custom", "command": "node", "args": ["a.js"], "env": { "A": "1" } },
      "claude": { "type": "registry" },
      "Other": { "command": { "path": "/opt/other", "args": ["acp"] } },
    },
    "context_servers": { "mcp": { "command": "not-an-agent" } },
  }`;
  expect(agentsIn(text)).toEqual([
    {
      id: 'my-agent',
      name: 'My Agent',
      command: 'node',
      args: ['a.js'],
      env: { A: '1' },
      origin: 'Zed',
    },
    { id: 'other', name: 'Other', command: '/opt/other', args: ['acp'], env: {}, origin: 'Zed' },
  ]);
});

test.each([
  ['{"acp.agents": {"One": {"command": "one"}}}', ['One']],
  ['{"agents": {"one": {"name": "Named", "command": "one"}}}', ['Named']],
  ['{"One": {"command": "one"}, "Two": {"command": "two"}}', ['One', 'Two']],
  ['{"command": "/usr/bin/one", "args": ["acp"]}', ['one']],
  ['{"mcpServers": {"a": {"command": "x"}}}', []],
  ['{"editor.fontSize": 12}', []],
  ['[]', []],
])('%s holds %j', (text, names) => {
  expect(agentsIn(text).map(({ name }) => name)).toEqual(names);
});

test('a mistake is named with its line', () => {
  expect(parseAgents('{\n  "a": ,\n}', 'Zed')).toMatchObject({
    ok: false,
    problem: expect.stringContaining('line 2'),
  });
});

test('takes variables that are written without quotes', () => {
  const text =
    '{"agent_servers": {"x": {"command": "x", "env": {"PORT": 80, "ON": true, "NONE": null}}}}';
  expect(parseAgents(text, 'Zed')).toMatchObject({
    ok: true,
    agents: [{ command: 'x', env: { PORT: '80', ON: 'true' } }],
  });
});
