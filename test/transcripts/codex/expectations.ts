/** What a recording comes to once it is folded: enough to see that nothing was lost. */
export interface Expectation {
  /** How the turns ended. */
  readonly ends?: readonly string[];
  /** Title and status of each tool call, in the order they began. */
  readonly tools?: readonly string[];
  readonly questions?: number;
  readonly notices?: number;
  /** How the agent's last message begins. */
  readonly says?: string;
  readonly modes?: string;
  readonly options?: string;
  readonly failures?: readonly string[];
}

const done = (rounds: number) => `Done: the fake model finished after ${rounds} tool round(s).`;
const tools = [
  'Create hello-fake.txt: completed',
  'cat hello-fake.txt: completed',
  'Edit hello-fake.txt: completed',
];
const shell = 'echo fake-shell-ok > shell-out.txt';
/** Codex says with each turn that it does not know the stand-in model; once is enough for us. */
const unknownModel = { notices: 1 };

export const expectations: Readonly<Record<string, Expectation>> = {
  codex: {
    ends: ['end_turn'],
    tools: [...tools, `${shell}: completed`],
    questions: 3,
    says: 'The fake model has no tool for step "todo"',
    ...unknownModel,
  },
  'codex-ask': { ends: ['end_turn'], says: done(1), ...unknownModel },
  'codex-cancel': {
    ends: ['cancelled'],
    tools: ['Create hello-fake.txt: cancelled'],
    questions: 1,
    says: 'Step 1: write. ',
    ...unknownModel,
  },
  'codex-decline': {
    ends: ['end_turn'],
    tools: ['Create hello-fake.txt: failed', `${shell}: failed`],
    questions: 2,
    says: done(2),
    ...unknownModel,
  },
  'codex-error': {
    ends: ['failed'],
    says: '',
    notices: 2,
    failures: [
      'turn/start agent-error: We’re currently experiencing high demand, which may cause temporary errors.',
    ],
  },
  'codex-interrupt': {
    ends: ['cancelled', 'end_turn'],
    says: 'Hello from the fake model.',
    ...unknownModel,
  },
  'codex-legacy': {
    ends: ['end_turn'],
    failures: [
      'thread/start unsupported: Invalid request: unknown variant `onRequest`',
      'thread/start unsupported: Invalid request: unknown variant `on-failure`',
    ],
    says: 'Hello from the fake model.',
    ...unknownModel,
  },
  'codex-noexp': {
    ends: ['end_turn'],
    tools: tools.slice(0, 1),
    questions: 1,
    says: done(1),
    ...unknownModel,
  },
  'codex-plan_ask': { ends: ['end_turn'], says: done(1), ...unknownModel },
  'codex-realmodel': {
    ends: ['end_turn'],
    tools: [...tools, `${shell}: failed`, `${shell}: completed`],
    questions: 3,
    says: done(5),
    options: 'model=gpt-6.1-sol',
  },
  'codex-session': {
    ends: ['end_turn'],
    tools: [...tools],
    questions: 1,
    says: done(3),
    ...unknownModel,
  },
  'codex-untrusted': {
    ends: ['end_turn'],
    tools: ['Create hello-fake.txt: completed', `${shell}: completed`],
    questions: 2,
    says: done(2),
    modes: 'custom',
    ...unknownModel,
  },
};
