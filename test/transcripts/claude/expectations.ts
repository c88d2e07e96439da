/** What a recording comes to once it is folded: enough to see that nothing was lost. */
export interface Expectation {
  /** How the turns ended. */
  readonly ends?: readonly string[];
  /** Title and status of each tool call, in the order they began. */
  readonly tools?: readonly string[];
  readonly questions?: number;
  readonly notices?: number;
  /** How the agent's last message begins. */
  readonly says: string;
  readonly modes?: string;
  readonly options?: string;
  readonly failures?: readonly string[];
}

const done = (rounds: number) => `Done: the fake model finished after ${rounds} tool round(s).`;
const tools = [
  'Write hello-fake.txt: completed',
  'Read hello-fake.txt: completed',
  'Edit hello-fake.txt: completed',
  'echo fake-shell-ok > shell-out.txt: completed',
];

export const expectations: Readonly<Record<string, Expectation>> = {
  'claude-code': {
    ends: ['end_turn'],
    tools,
    questions: 3,
    says: 'The fake model has no tool for step "todo"',
  },
  'claude-code-always': {
    ends: ['end_turn'],
    tools: tools.slice(0, 3),
    questions: 1,
    says: done(3),
    modes: 'plan',
    options: 'model=claude-sonnet-4-5',
  },
  'claude-code-ask': { ends: ['end_turn'], tools: ['Question: completed'], says: done(1) },
  'claude-code-deny': {
    ends: ['end_turn'],
    tools: ['Write hello-fake.txt: failed'],
    questions: 1,
    says: done(1),
  },
  'claude-code-deny_interrupt': {
    ends: ['cancelled'],
    tools: ['Write hello-fake.txt: cancelled'],
    questions: 1,
    says: 'Step 1: write. ',
  },
  'claude-code-error': { notices: 1, says: '' },
  'claude-code-interrupt': { ends: ['cancelled', 'end_turn'], says: 'Hello from the fake model.' },
  'claude-code-interrupt_pending': {
    ends: ['cancelled'],
    tools: ['Write hello-fake.txt: cancelled'],
    questions: 1,
    says: 'Step 1: write. ',
  },
  'claude-code-noinit': {
    ends: ['end_turn'],
    tools: tools.slice(0, 1),
    questions: 1,
    says: done(1),
    options: '',
  },
  'claude-code-nokey': {
    ends: ['failed'],
    says: '',
    failures: ['authentication-required: Not logged in · Please run /login'],
  },
  'claude-code-old197': { ends: ['end_turn'], tools, questions: 3, says: done(5) },
  'claude-code-plan': {
    ends: ['end_turn'],
    tools: ['Carry out the plan: completed', 'Write hello-fake.txt: completed'],
    questions: 2,
    says: done(2),
  },
  'claude-code-resume': { ends: ['end_turn'], says: 'Hello from the fake model.' },
};
