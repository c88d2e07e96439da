/** What a recording comes to once it is folded: enough to see that nothing was lost. */
export interface Expectation {
  /** How the turns ended. */
  readonly ends?: readonly string[];
  /** Title and status of each tool call, in the order they began. */
  readonly tools?: readonly string[];
  readonly questions?: number;
  /** How the agent's last message begins. */
  readonly says?: string;
  readonly title?: string;
  readonly modes?: string;
  readonly options?: string;
  /** Tool calls of the conversation that was loaded into the same process. */
  readonly loaded?: readonly string[];
  readonly failures?: readonly string[];
  readonly deviations?: number;
}

const claudeOptions = 'mode=default model=default effort=default fast=off ultracode=off';
const codexOptions = 'collaboration_mode=default model=fake-model';
const opencodeOptions = 'model=fake/fake-model effort=low mode=build';
const gemini = { modes: 'default', options: 'model=auto' };
const longPrompt = 'Please do it. FAKE:think,write,read,edit,shell,todo';
const noTool = 'The fake model has no tool for step';
const done = (rounds: number) => `Done: the fake model finished after ${rounds} tool round(s).`;

const claudeTools = [
  'Write hello-fake.txt: completed',
  'Read hello-fake.txt: completed',
  'Edit hello-fake.txt: completed',
  'echo fake-shell-ok > shell-out.txt: completed',
];
const codexTools = [
  'Edit files: completed',
  "Read file '/workspace/hello-fake.txt': completed",
  'Edit files: completed',
  'echo fake-shell-ok > shell-out.txt: completed',
];
const codexLoaded = codexTools.map((tool) => tool.replace('Edit files', 'Editing files'));
const geminiTools = [
  'Writing to hello-fake.txt: completed',
  'hello-fake.txt: completed',
  'hello-fake.txt: hello world => hello edited: completed',
  'echo fake-shell-ok > shell-out.txt: completed',
];
const opencodeTools = [
  'workspace/hello-fake.txt: completed',
  'workspace/hello-fake.txt: completed',
  'workspace/hello-fake.txt: completed',
  'echo fake-shell-ok > shell-out.txt: completed',
  '1 todos: completed',
];

export const expectations: Readonly<Record<string, Expectation>> = {
  'claude-agent-acp': {
    ends: ['end_turn'],
    tools: claudeTools,
    questions: 3,
    says: noTool,
    title: longPrompt,
    options: claudeOptions,
    loaded: claudeTools,
  },
  'claude-agent-acp-ask': {
    ends: ['end_turn'],
    says: noTool,
    title: 'FAKE:ask,text',
    options: claudeOptions,
  },
  'claude-agent-acp-ask_elicit': {
    ends: ['end_turn'],
    tools: ['Which one?: completed'],
    says: done(1),
    title: 'FAKE:ask,text',
    options: claudeOptions,
  },
  'claude-agent-acp-cancel': {
    ends: ['cancelled', 'end_turn'],
    says: 'Hello from the fake model.',
    title: 'FAKE:text',
    options: claudeOptions,
  },
  'claude-agent-acp-nokey': {
    ends: ['failed'],
    title: 'FAKE:text',
    options: claudeOptions,
    failures: ['session/prompt authentication-required: Authentication required'],
  },
  'claude-agent-acp-nokey_plain': {
    ends: ['failed'],
    title: 'FAKE:text',
    options: claudeOptions,
    failures: ['session/prompt authentication-required: Authentication required'],
  },
  'claude-agent-acp-permit_cancel': {
    ends: ['end_turn'],
    tools: ['Write hello-fake.txt: failed'],
    questions: 1,
    says: done(1),
    title: 'FAKE:write',
    options: claudeOptions,
  },
  'claude-agent-acp-plan': {
    ends: ['end_turn'],
    tools: ['Exited Plan Mode: completed', 'Write hello-fake.txt: completed'],
    questions: 2,
    says: done(2),
    title: 'FAKE:exitplan,write',
    options: claudeOptions,
  },
  'claude-agent-acp-reject': {
    ends: ['end_turn'],
    tools: ['Write hello-fake.txt: failed'],
    questions: 1,
    says: done(1),
    title: 'FAKE:write',
    options: claudeOptions,
  },
  'claude-agent-acp-reload': {
    ends: ['end_turn'],
    tools: claudeTools,
    says: 'Hello from the fake model.',
    title: longPrompt,
    options: claudeOptions,
  },
  'claude-agent-acp-v049': {
    ends: ['end_turn'],
    tools: claudeTools,
    questions: 3,
    says: done(5),
    title: longPrompt,
    options: 'mode=default model=default effort=default',
    loaded: claudeTools,
  },
  'codex-acp': {
    ends: ['end_turn'],
    tools: codexTools,
    questions: 3,
    says: done(5),
    title: 'Please do it. FAKE:think,write,read,edit,shell,escalate',
    options: `mode=read-only ${codexOptions}`,
    loaded: codexLoaded,
  },
  'codex-acp-auth-api-key': {
    title: 'FAKE:text',
    options:
      'mode=agent collaboration_mode=default model=gpt-6.1-sol reasoning_effort=low fast-mode=off',
  },
  'codex-acp-cancel': {
    ends: ['cancelled', 'end_turn'],
    says: 'Hello from the fake model.',
    title: 'FAKE:text',
    options: `mode=agent ${codexOptions}`,
  },
  'codex-acp-noauth': {
    failures: ['session/new authentication-required: Authentication required'],
  },
  'codex-acp-plan_ask': {
    ends: ['end_turn'],
    says: done(1),
    title: 'FAKE:ask',
    options: 'mode=agent collaboration_mode=plan model=fake-model',
  },
  'codex-acp-plan_ask_noelicit': {
    ends: ['end_turn'],
    says: done(1),
    title: 'FAKE:ask',
    options: 'mode=agent collaboration_mode=plan model=fake-model',
  },
  'codex-acp-readonly': {
    ends: ['end_turn'],
    tools: [
      ...codexTools.slice(0, 3),
      'echo fake-shell-ok > shell-out.txt: failed',
      'echo fake-shell-ok > shell-out.txt: completed',
    ],
    questions: 3,
    says: done(5),
    title: 'FAKE:think,write,read,edit,shell,escalate',
    options: `mode=read-only ${codexOptions}`,
  },
  'codex-acp-reject': {
    ends: ['cancelled'],
    tools: ['Edit files: cancelled'],
    questions: 1,
    says: 'Step 1: write.',
    title: 'FAKE:write',
    options: `mode=read-only ${codexOptions}`,
  },
  'codex-acp-reload': {
    ends: ['end_turn'],
    tools: codexLoaded,
    says: 'Hello from the fake model.',
    title: 'Please do it. FAKE:think,write,read,edit,shell,escalate',
    options: `mode=agent ${codexOptions}`,
  },
  gemini: {
    ends: ['end_turn'],
    tools: geminiTools,
    questions: 3,
    says: noTool,
    title: longPrompt,
    ...gemini,
  },
  'gemini-ask': { ends: ['end_turn'], says: noTool, title: 'FAKE:ask', ...gemini },
  'gemini-cancel': {
    ends: ['cancelled', 'end_turn'],
    says: 'Hello from the fake model.',
    title: 'FAKE:slow',
    ...gemini,
  },
  'gemini-load': {
    ends: ['end_turn'],
    says: 'Hello from the fake model.',
    title: 'FAKE:text',
    ...gemini,
    loaded: [],
    failures: ['session/load agent-error: Invalid session identifier'],
  },
  'gemini-missing_empty': {
    ends: ['end_turn'],
    tools: geminiTools,
    questions: 3,
    says: noTool,
    title: longPrompt,
    ...gemini,
  },
  'gemini-missing_notfound': {
    ends: ['end_turn'],
    tools: geminiTools.map((tool, index) =>
      index < 3 ? tool.replace(/completed$/, 'failed') : tool,
    ),
    questions: 1,
    says: noTool,
    title: longPrompt,
    ...gemini,
    // The recorder said "not found" to each read; we know better with this agent.
    deviations: 4,
  },
  'gemini-noauth': {
    failures: ['session/new authentication-required: Gemini API key is missing or not configured.'],
  },
  'gemini-nofs': {
    ends: ['end_turn'],
    tools: geminiTools,
    questions: 3,
    says: noTool,
    title: longPrompt,
    ...gemini,
    loaded: [],
    failures: ['session/load agent-error: No previous sessions found for this project.'],
  },
  'gemini-reject': {
    ends: ['end_turn'],
    tools: ['Writing to hello-fake.txt: cancelled'],
    questions: 1,
    says: done(1),
    title: 'FAKE:write',
    ...gemini,
  },
  'gemini-reload': {
    failures: ['session/load agent-error: No previous sessions found for this project.'],
  },
  'gemini-yolo': {
    ends: ['end_turn'],
    tools: ['Writing to hello-fake.txt: completed'],
    says: done(1),
    title: 'FAKE:write',
    modes: 'yolo',
    options: 'model=auto',
  },
  opencode: {
    ends: ['end_turn'],
    tools: opencodeTools,
    questions: 3,
    says: done(5),
    title: longPrompt,
    options: opencodeOptions,
    loaded: opencodeTools,
  },
  'opencode-ask': {
    ends: ['end_turn'],
    says: noTool,
    title: 'FAKE:ask',
    options: opencodeOptions,
  },
  'opencode-cancel': {
    ends: ['cancelled', 'end_turn'],
    says: 'Hello from the fake model.',
    title: 'FAKE:slow',
    options: opencodeOptions,
  },
  'opencode-noconfig': { title: 'FAKE:text', options: 'model=opencode/big-pickle mode=build' },
  'opencode-reject': {
    ends: ['end_turn'],
    tools: ['write: failed'],
    questions: 1,
    says: 'Step 1: write.',
    title: 'FAKE:write',
    options: opencodeOptions,
  },
  'opencode-reload': {
    ends: ['end_turn'],
    tools: opencodeTools,
    says: 'Hello from the fake model.',
    title: 'FAKE:text',
    options: opencodeOptions,
  },
  'sdk-example': {
    ends: ['end_turn'],
    tools: ['Reading project files: completed', 'Modifying critical configuration file: completed'],
    questions: 1,
    says: " Perfect! I've",
    title: longPrompt,
  },
  'sdk-example-cancel': {
    ends: ['cancelled'],
    tools: ['Reading project files: cancelled'],
    says: "I'll help you with that.",
    title: longPrompt,
  },
};
