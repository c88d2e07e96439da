import { expect, test } from 'vitest';
import { ClaudeReplay } from '#test/support/claudeReplay';
import { framesOf, recordingsOf } from '#test/support/recordings';
import { played } from '#test/support/replay';
import { entriesOf, factsOf } from '#test/support/transcriptFold';
import { expectations } from '#test/transcripts/claude/expectations';

const replay = (name: string) => played(new ClaudeReplay(framesOf('claude', name)));

test('every recording has an expectation', () => {
  expect(recordingsOf('claude')).toEqual(Object.keys(expectations).sort());
});

test.each(Object.entries(expectations))('%s', async (name, expected) => {
  const { fold, client, deviations, failures } = await replay(name);
  const [state] = fold.states;
  if (!state) throw new Error('Nothing was folded.');

  expect(client.problems).toEqual([]);
  expect(entriesOf(state, 'unknown')).toEqual([]);
  expect(deviations).toEqual([]);
  expect(failures.map(({ code, message }) => `${code}: ${message}`)).toEqual(
    expected.failures ?? [],
  );
  const { says, title: _, ...facts } = factsOf(state);
  expect(facts).toEqual({
    ends: expected.ends ?? [],
    tools: expected.tools ?? [],
    questions: expected.questions ?? 0,
    notices: expected.notices ?? 0,
    modes: expected.modes ?? 'default',
    options: expected.options ?? 'model=default',
  });
  expect(says.startsWith(expected.says), says).toBe(true);
});

test('text that arrived in chunks is not repeated', async () => {
  const { fold } = await replay('claude-code');
  const [state] = fold.states;
  const words = state && entriesOf(state, 'message').map(({ role, blocks }) => [role, ...blocks]);
  expect(words?.slice(1, 4)).toEqual([
    ['thought', { type: 'text', text: 'Fake reasoning: I should look at the request and act. ' }],
    ['agent', { type: 'text', text: 'Step 1: write. ' }],
    ['agent', { type: 'text', text: 'Step 2: read. ' }],
  ]);
});

test('edits and commands are shown by their results', async () => {
  const { fold } = await replay('claude-code');
  const [state] = fold.states;
  if (!state) throw new Error('Nothing was folded.');
  const path = '/workspace/hello-fake.txt';
  const [write, , edit, shell] = entriesOf(state, 'tool').map(({ content }) => content);
  const before = 'hello world\nwritten by the fake model\n';
  expect(write).toEqual([{ type: 'diff', path, before: null, after: before }]);
  const after = 'hello edited\nwritten by the fake model\n';
  expect(edit).toEqual([{ type: 'diff', path, before, after }]);
  expect(shell).toEqual([{ type: 'terminal', terminalId: 'toolu_fake0011' }]);
  expect(entriesOf(state, 'terminal')).toMatchObject([
    { command: 'echo fake-shell-ok > shell-out.txt', owner: 'agent', exit: { code: 0 } },
  ]);
  expect(state.head.usage).toEqual({
    used: 140,
    size: 1_000_000,
    cost: { amount: 0.0044, currency: 'USD' },
  });
});

test('tasks become the plan', async () => {
  const { fold } = await replay('claude-code-old197');
  const [state] = fold.states;
  const plans = state && entriesOf(state, 'plan').map(({ body }) => body);
  const item = { content: 'fake subject', priority: 'medium', status: 'pending' };
  expect(plans).toEqual([{ type: 'items', items: [item] }]);
});

test('the conversation’s id is read when the first turn begins', async () => {
  const { fold } = await replay('claude-code-resume');
  expect(fold.states[0]?.head.agentSessionId).toMatch(/^[0-9a-f-]{36}$/);
});
