import { expect, it } from 'vitest';
import type { ChangeView } from '#shared/airlock/changeView';
import type { ReviewComment } from '#shared/ipc/changes';
import type { ElicitationOutcome, ElicitationQuestion } from '#shared/session/request/requests';
import { ownServer } from './ownServer';

interface Session {
  readonly outcome?: ElicitationOutcome;
  readonly changes?: readonly ChangeView[] | string;
  readonly comments?: readonly ReviewComment[];
}

function serve({ outcome = { type: 'declined' }, changes = [], comments = [] }: Session = {}) {
  const questions: ElicitationQuestion[] = [];
  const server = ownServer({
    elicit: async (question) => {
      questions.push(question);
      return outcome;
    },
    changes: async () => changes,
    comments: () => comments,
  });
  const ask = (method: string, params = {}) =>
    server.answer(method, params, new AbortController().signal);
  const use = async (name: unknown, given?: unknown) => {
    const answer = await ask('tools/call', { name, arguments: given });
    return 'result' in answer ? (answer.result as Answer) : answer;
  };
  return { ask, use, questions };
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
  const { use } = serve({ changes: [view], comments: [comment] });
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
  expect(await serve({ changes: 'It cannot be told.' }).use('review_state')).toMatchObject({
    isError: true,
  });
});

it.each([
  ['ask_user', {}],
  ['ask_user', { question: '' }],
  ['ask_user', { question: 'a', options: [] }],
  ['ask_user', { question: 'a', more: 1 }],
  ['ask_user', 'text'],
  ['review_state', { path: '/' }],
  ['toString', {}],
  ['__proto__', {}],
  [3, {}],
])('refuses %j with %j', async (name, given) => {
  const { use, questions } = serve();
  expect(await use(name, given)).toMatchObject({ error: { code: -32602 } });
  expect(questions).toEqual([]);
});
