import { expect, it } from 'vitest';
import { proposeRules } from '#shared/permissions/proposal';
import { requestNeeds } from '#shared/permissions/requestNeeds';
import type { Isolation } from '#shared/session/isolation';
import { type AskedFacts, noFacts } from '#shared/session/request/askedFacts';
import { here } from '#test/support/judging';
import { loadCommandReader } from './readCommandLine';

async function proposed(asked: Partial<AskedFacts>, isolation: Isolation = 'isolated') {
  const read = await loadCommandReader();
  const needs = requestNeeds({ ...noFacts, ...asked }, { cwd: '/work', read });
  const proposal = proposeRules(needs, { ...here, isolation });
  return proposal.type === 'rules' ? proposal.matches : proposal.reason;
}

const run = (command: string) => ({
  toolKind: 'execute' as const,
  input: JSON.stringify({ command }),
});
const edit = (path: string) => ({ toolKind: 'edit' as const, locations: [{ path }] });

it.each([
  ['npm test', [['npm', 'test']]],
  [
    'cd packages/a && npm test 2>&1 | tail -5',
    [
      ['npm', 'test'],
      ['tail', '-5'],
    ],
  ],
  ['npm test && npm test', [['npm', 'test']]],
  ['env CI=1 npm test', [['env', 'CI=1', 'npm', 'test']]],
] as const)('proposes the exact commands of %s', async (command, expected) => {
  expect(await proposed(run(command))).toEqual(
    expected.map((words) => ({ type: 'command', words, more: false })),
  );
});

it.each([
  ...['npm test > x', 'npm $X', 'ls *.ts', 'A=1 npm test', '$(x)', '"', 'nрm test'],
  `echo ${'x '.repeat(200)}`,
  `echo ${'x'.repeat(3_000)}`,
  // Rules for these commands would not allow the line.
  ...[
    'npm test && cd sub',
    'cd /tmp && npm test',
    'cd .. && ls',
    'export A; npm test',
    'cd a b && ls',
  ],
])('proposes nothing for %s, and says why', async (command) => {
  expect(await proposed(run(command))).toEqual(expect.any(String));
});

it('proposes a file, a host or a tool as they are', async () => {
  expect(await proposed(edit('docs/[a].md'))).toEqual([
    { type: 'path', pattern: 'docs/[[]a].md', access: 'write' },
  ]);
  expect(await proposed({ toolKind: 'fetch', input: '{"url":"https://Example.com/x"}' })).toEqual([
    { type: 'host', host: 'example.com' },
  ]);
  expect(await proposed({ name: 'mcp__x' })).toEqual([{ type: 'tool', name: 'mcp__x' }]);
});

it('proposes nothing that no rule may allow', async () => {
  expect(await proposed(edit('docs/a.md'), 'in-place')).toMatch(/wait for your review/);
  expect(await proposed(edit('.git/hooks/x'))).toEqual(expect.any(String));
  expect(await proposed(edit('/elsewhere'))).toMatch(/outside/);
  expect(await proposed({ toolKind: 'switch_mode', name: 'x' })).toEqual(expect.any(String));
});
