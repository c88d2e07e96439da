import { expect, it } from 'vitest';
import type { ChangeView } from '#shared/airlock/changeView';
import type { CheckRun } from '#shared/checks/check';
import { fail, ok, type Result } from '#shared/errors';
import type { ReviewComment } from '#shared/ipc/changes';
import type { ElicitationOutcome, ElicitationQuestion } from '#shared/session/request/requests';
import { ownServer } from './ownServer';

interface Session {
  readonly outcome?: ElicitationOutcome;
  readonly changes?: Result<readonly ChangeView[]>;
  readonly comments?: readonly ReviewComment[];
  readonly runs?: Result<readonly CheckRun[]>;
}

function serve({
  outcome = { type: 'declined' },
  changes = ok([]),
  comments = [],
  runs = ok([]),
}: Session = {}) {
  const requested: unknown[] = [];
  const questions: ElicitationQuestion[] = [];
  const server = ownServer({
    elicit: async (question) => {
      questions.push(question);
      return outcome;
    },
    changes: async () => changes,
    comments: () => comments,
    runChecks: async (names) => {
      requested.push(names);
      return runs;
    },
  });
  const ask = (method: string, params = {}) =>
    server.answer(method, params, new AbortController().signal);
  const use = async (name: unknown, given?: unknown) => {
    const answer = await ask('tools/call', { name, arguments: given });
    return 'result' in answer ? (answer.result as Answer) : answer;
  };
  return { ask, use, questions, requested };
}

interface Answer {
  readonly content: readonly { readonly text: string }[];
  readonly isError?: true;
}

const text = (answer: unknown) => (answer as Answer).content[0]?.text;

it('says what it is, and which tools it has', async () => {
  const { ask } = serve();
  expect(await ask('server/discover')).toMatchObject({
    result: { supportedVersions: ['2026-07-28'], capabilities: { tools: {} } },
  });
  const list = await ask('tools/list');
  expect(list).toMatchObject({
    result: {
      tools: [
        { name: 'ask_user', inputSchema: { type: 'object', required: ['question'] } },
        { name: 'review_state', inputSchema: { type: 'object' } },
        { name: 'run_checks', inputSchema: { type: 'object' } },
      ],
    },
  });
  expect(await ask('resources/list')).toMatchObject({ error: { code: -32601 } });
});

it('asks the user in a form, with the choices that the agent gives', async () => {
  const { use, questions } = serve({ outcome: { type: 'accepted', values: { choice: 'B' } } });
  expect(text(await use('ask_user', { question: 'Which?', options: ['A', 'B', 'A'] }))).toBe('B');
  expect(questions).toMatchObject([
    {
      message: 'Which?',
      body: {
        type: 'form',
        fields: [{ choices: [{ value: 'A' }, { value: 'B' }] }, { type: 'text' }],
      },
    },
  ]);
});

it.each<[ElicitationOutcome, string, true | undefined]>([
  [{ type: 'accepted', values: { words: 'C', choice: 'A' } }, 'C', undefined],
  [{ type: 'accepted', values: {} }, '', undefined],
  [{ type: 'declined' }, 'The user does not want to answer this question.', undefined],
  [{ type: 'cancelled' }, 'The question was cancelled before the user answered.', true],
])('hands on %j', async (outcome, words, isError) => {
  const answer = await serve({ outcome }).use('ask_user', { question: 'Which?' });
  expect([text(answer), (answer as Answer).isError]).toEqual([words, isError]);
});

it('tells what was decided, and the comments', async () => {
  const hunk = (state: string) => ({ outcome: { state } });
  const view = {
    change: { path: 'a.ts' },
    status: 'open',
    hunks: [hunk('pending'), hunk('accepted'), hunk('rejected'), hunk('rejected')],
    addedLines: 3,
    removedLines: 1,
  } as unknown as ChangeView;
  const comment = { path: 'a.ts', side: 'after', firstLine: 1, lastLine: 2, text: 'Why?' } as const;
  const { use } = serve({ changes: ok([view]), comments: [comment] });
  expect(JSON.parse(text(await use('review_state')) ?? '')).toEqual({
    files: [
      {
        path: 'a.ts',
        status: 'open',
        undecided: 1,
        accepted: 1,
        rejected: 2,
        addedLines: 3,
        removedLines: 1,
      },
    ],
    comments: [comment],
  });
  const changes = fail('unavailable', 'It cannot be told.');
  expect(await serve({ changes }).use('review_state')).toMatchObject({
    isError: true,
    content: [{ text: 'It cannot be told.' }],
  });
});

const run = (name: string, more: Partial<CheckRun> = {}): CheckRun => ({
  name,
  command: `npm run ${name}`,
  selection: 'x',
  outcome: 'passed',
  message: null,
  at: 0,
  milliseconds: 1_234,
  report: null,
  log: `${name} says`,
  ...more,
});

it('runs the checks that the agent names, or all, and says how each ended', async () => {
  const report = { runner: 'TAP', passed: 3, failed: 1, failures: ['adds'] };
  const runs = ok([run('types'), run('test', { outcome: 'failed', report })]);
  const { use, requested } = serve({ runs });
  const answer = await use('run_checks');
  expect(text(answer)).toBe(
    [
      '“types” (npm run types) passed after 1.2 s',
      '“test” (npm run test) failed after 1.2 s',
      '  TAP: 3 passed, 1 failed',
      '  - adds',
      '',
      'Output of “test”:',
      'test says',
    ].join('\n'),
  );
  expect(answer).not.toHaveProperty('isError');
  await use('run_checks', { checks: ['test'] });
  expect(requested).toEqual([null, ['test']]);
});

it('says why checks did not run', async () => {
  const refused = serve({ runs: fail('refused', 'They are not trusted.') });
  expect(await refused.use('run_checks')).toMatchObject({
    isError: true,
    content: [{ text: 'They are not trusted.' }],
  });
  const message = 'The seal cannot be made.';
  const notRun = serve({ runs: ok([run('test', { outcome: 'not-run', message, log: '' })]) });
  expect(text(await notRun.use('run_checks'))).toBe(
    '“test” (npm run test) could not be run after 1.2 s: The seal cannot be made.',
  );
});

it('keeps the answer short, however much the checks print', async () => {
  const failures = Array.from({ length: 5_000 }, () => 'f'.repeat(10_000));
  const report = { runner: 'TAP', passed: 0, failed: 5_000, failures };
  const long = { outcome: 'failed', log: `${'x'.repeat(60_000)}end`, report } as const;
  const checks = Array.from({ length: 100 }, (_, index) => run(`${index}`, long));
  const said = text(await serve({ runs: ok(checks) }).use('run_checks')) ?? '';
  expect(said.length).toBeLessThan(64_000);
  expect(said).toContain('characters left out');
  expect(said.endsWith('end')).toBe(true);
});

it.each([
  ['ask_user', {}],
  ['ask_user', { question: '' }],
  ['ask_user', { question: 'a', options: [] }],
  ['ask_user', { question: 'a', more: 1 }],
  ['ask_user', 'text'],
  ['review_state', { path: '/' }],
  ['run_checks', { checks: [] }],
  ['run_checks', { checks: 'test' }],
  ['run_checks', { command: 'rm -rf /' }],
])('tells the model what is wrong with %j and %j', async (name, given) => {
  const { use, questions, requested } = serve();
  expect(await use(name, given)).toMatchObject({ isError: true });
  expect([questions, requested]).toEqual([[], []]);
});

it.each(['toString', '__proto__', 3, undefined])('has no tool %j', async (name) => {
  expect(await serve().use(name, {})).toMatchObject({
    error: { code: -32602, message: expect.stringContaining('ask_user, review_state, run_checks') },
  });
});
