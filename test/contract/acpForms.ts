import type { JsonObject, Step } from '../agent/step';

/** The same thing, as the schema has it and as programs in use say it. The first of each is the schema's. */
export type Forms = Readonly<Record<string, readonly Step[]>>;

export const PRINTED = 'one\n  two\n';
const COMMAND = 'cat {{cwd}}/notes.txt';
const text = (words: string): JsonObject => ({
  type: 'content',
  content: { type: 'text', text: words },
});

/** A command with a path of the folder in it prints two lines, of which the second is indented. */
export const commands: Forms = {
  'a text in its content': [
    { tool: { id: 'run', title: COMMAND, kind: 'execute', status: 'in_progress' } },
    { toolUpdate: { id: 'run', status: 'completed', content: [text(PRINTED)] } },
  ],
  'a terminal of ours': [
    { tool: { id: 'run', title: COMMAND, kind: 'execute', status: 'in_progress' } },
    { terminal: { command: 'cat', args: ['{{cwd}}/notes.txt'], toolCallId: 'run' } },
    { toolUpdate: { id: 'run', status: 'completed' } },
  ],
  'a terminal that is named after it is shown (claude-agent-acp)': [
    {
      tool: {
        id: 'run',
        title: 'Terminal',
        name: 'Bash',
        kind: 'execute',
        status: 'pending',
        rawInput: {},
        content: [{ type: 'terminal', terminalId: 'run' }],
        _meta: { terminal_info: { terminal_id: 'run' } },
      },
    },
    {
      toolUpdate: {
        id: 'run',
        title: COMMAND,
        rawInput: { command: COMMAND, description: 'Show the notes' },
      },
    },
    {
      toolUpdate: {
        id: 'run',
        _meta: { terminal_output: { terminal_id: 'run', data: PRINTED } },
      },
    },
    {
      toolUpdate: {
        id: 'run',
        status: 'completed',
        _meta: { terminal_exit: { terminal_id: 'run', exit_code: 0, signal: null } },
      },
    },
  ],
  'a terminal whose output comes with the result (codex-acp)': [
    {
      tool: {
        id: 'run',
        title: COMMAND,
        kind: 'execute',
        status: 'in_progress',
        content: [{ type: 'terminal', terminalId: 'run' }],
        rawInput: { command: ['/bin/bash', '-lc', COMMAND], cwd: '{{cwd}}' },
      },
    },
    {
      toolUpdate: {
        id: 'run',
        status: 'completed',
        rawOutput: { formatted_output: PRINTED, exit_code: 0 },
      },
    },
  ],
  'a fenced text, and the name of the tool for a title (OpenCode)': [
    { tool: { id: 'run', title: 'bash', kind: 'execute', status: 'pending', rawInput: {} } },
    {
      toolUpdate: {
        id: 'run',
        status: 'in_progress',
        rawInput: { command: COMMAND, description: 'Show the notes' },
      },
    },
    {
      toolUpdate: {
        id: 'run',
        status: 'completed',
        content: [text(`\`\`\`console\n${PRINTED}\`\`\``)],
        rawOutput: { output: PRINTED, metadata: { exit: 0 } },
      },
    },
  ],
  'an empty content, and a raw output (Gemini CLI)': [
    {
      tool: {
        id: 'run',
        title: `${COMMAND} [current working directory {{cwd}}]`,
        kind: 'execute',
        status: 'in_progress',
        content: [],
        rawInput: { command: COMMAND },
      },
    },
    { toolUpdate: { id: 'run', status: 'completed', content: [], rawOutput: PRINTED } },
  ],
};

const BEFORE = 'before\n';
const AFTER = 'after\n';
const diff = { type: 'diff', path: '{{cwd}}/notes.txt', oldText: BEFORE, newText: AFTER };
const patch = `--- a/notes.txt\n+++ b/notes.txt\n@@ -1 +1 @@\n-before\n+after\n`;
const call = { toolCallId: 'edit', title: 'Edit notes.txt', kind: 'edit' };
const byHand: readonly Step[] = [
  { diskWrite: { path: 'notes.txt', content: AFTER } },
  { toolUpdate: { id: 'edit', status: 'completed' } },
];
const ask = (toolCall: JsonObject, onAllowed: readonly Step[] = byHand): Step => ({
  ask: { toolCall: { ...call, ...toolCall }, onAllowed },
});

/** An edit is asked for, and written by the agent's own hands. */
export const askedEdits: Forms = {
  'a diff in its content': [ask({ content: [diff] })],
  'a patch in its content': [ask({ content: [text(patch)] })],
  'a diff in the earlier tool call (codex-acp)': [
    { tool: { id: 'edit', title: 'Editing files', kind: 'edit', content: [diff] } },
    ask({ title: 'Edit files', locations: [{ path: '{{cwd}}/notes.txt' }] }),
  ],
  'a patch in its raw input (OpenCode)': [
    ask({ rawInput: { filepath: '{{cwd}}/notes.txt', diff: patch } }),
  ],
  'a diff without the old text (claude-agent-acp)': [
    ask({ content: [{ ...diff, oldText: null }] }),
  ],
  'a diff, and then a request to write it': [
    ask({ content: [diff] }, [{ write: { path: 'notes.txt', content: AFTER } }]),
  ],
};

const questions = [{ question: 'Which colour?', header: 'Colour', options: ['Red', 'Blue'] }];
const submit = [
  { optionId: 'submit', name: 'Submit', kind: 'allow_once' },
  { optionId: 'cancel', name: 'Cancel', kind: 'reject_once' },
];
const inRequest = (toolCall: JsonObject): readonly Step[] => [
  {
    ask: {
      toolCall: { toolCallId: 'ask', title: 'Ask the user', ...toolCall },
      options: submit,
      onAllowed: [{ say: 'Thanks.' }],
    },
  },
];

/** A question with two choices. */
export const asked: Forms = {
  'a form': [
    {
      elicit: {
        message: 'Which colour?',
        requestedSchema: {
          type: 'object',
          properties: { colour: { type: 'string', title: 'Colour', enum: ['Red', 'Blue'] } },
          required: ['colour'],
        },
        onAccepted: [{ say: 'Thanks.' }],
      },
    },
  ],
  'a request for permission with questions in its raw input': inRequest({
    rawInput: { questions },
  }),
  'a request for permission with questions in _meta': inRequest({ _meta: { asks: { questions } } }),
};

/** Messages of the agent's own. */
export const extensions: readonly Step[] = [
  '_x.ai/session/prompt_complete',
  '_x.ai/models/update',
  'qwen/notify/session/hint',
].map((method) => ({ notify: { method, params: { sessionId: '{{sessionId}}', n: 1 } } }));

/** Tells us of a write and writes the file at the same time. */
export const toldAndWritten: readonly Step[] = [
  {
    parallel: [
      [{ write: { path: 'notes.txt', content: AFTER } }],
      [{ diskWrite: { path: 'notes.txt', content: AFTER } }],
    ],
  },
];
