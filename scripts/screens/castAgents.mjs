import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { root } from '../setup/project.mjs';
import { RETRY, RETRY_MENDED } from './ledgerProject.mjs';

const scriptedAgent = join(root, 'test/agent/scriptedAgent.mjs');

const retryTest = `import { expect, it } from 'vitest';
import { post } from './retry';

it('gives up after five attempts', async () => {
  bank.fail(5);
  await expect(post(entry)).rejects.toThrow('The bank does not answer');
  expect(bank.attempts).toBe(5);
});
`;

const edited = (id, path, before, after) => [
  { diff: { id, path, before, after, status: 'completed' } },
  { diskWrite: { path, content: after } },
];

const read = (id, path, line) => ({
  tool: {
    id,
    title: `Read ${path}`,
    kind: 'read',
    status: 'completed',
    locations: [{ path: `{{cwd}}/${path}`, line }],
  },
});

/** An agent in the middle of its work: it has planned, read and edited, and continues. */
const atWork = [
  {
    plan: [
      { content: 'Find the retry loop', priority: 'high', status: 'completed' },
      { content: 'Give up after five attempts', priority: 'high', status: 'completed' },
      { content: 'Wait longer after each attempt', priority: 'medium', status: 'in_progress' },
      { content: 'Test success and failure', priority: 'medium', status: 'pending' },
    ],
  },
  read('read-1', 'src/retry.ts', 5),
  read('read-2', 'src/bank.ts', 2),
  {
    say: {
      text: 'The loop in `src/retry.ts` never ends. I bound it and let it wait longer each time:',
      messageId: 'one',
    },
  },
  ...edited('edit-1', 'src/retry.ts', RETRY, RETRY_MENDED),
  { usage: { used: 38_400, size: 200_000 } },
  {
    say: {
      text: 'Only **temporary** errors are retried now. The tests come next',
      messageId: 'two',
    },
  },
  { stallUntil: 'never' },
];

/** An agent that wants to run something and waits for the user. */
const asking = [
  {
    think: {
      text: 'A bound alone is not enough: a refusal must not be tried again.',
      messageId: 'thought',
    },
  },
  { say: { text: 'I have written a test for it. May I run it?', messageId: 'one' } },
  ...edited('edit-1', 'src/retry.test.ts', null, retryTest),
  {
    tool: {
      id: 'run-1',
      title: 'npm test -- retry',
      kind: 'execute',
      status: 'pending',
      rawInput: { command: 'npm test -- retry' },
    },
  },
  {
    ask: {
      toolCall: {
        toolCallId: 'run-1',
        title: 'npm test -- retry',
        kind: 'execute',
        rawInput: { command: 'npm test -- retry' },
      },
      options: [
        { optionId: 'once', name: 'Allow', kind: 'allow_once' },
        { optionId: 'always', name: 'Always allow npm test', kind: 'allow_always' },
        { optionId: 'no', name: 'Reject', kind: 'reject_once' },
      ],
    },
  },
];

/** An agent that runs the tests and shows their output. */
const testing = [
  { say: { text: 'Running the existing tests before I change anything.', messageId: 'one' } },
  {
    agentTerminal: {
      id: 'run-1',
      terminalId: 'tests',
      command: 'npm test',
      output: [
        '\u001b[1m RUN \u001b[0m v4.1 ledger\r\n\r\n',
        ' \u001b[32m✓\u001b[39m src/wait.test.ts \u001b[2m(3 tests)\u001b[22m\r\n',
        ' \u001b[32m✓\u001b[39m src/report.test.ts \u001b[2m(11 tests)\u001b[22m\r\n',
        ' \u001b[32m✓\u001b[39m src/bank.test.ts \u001b[2m(8 tests)\u001b[22m\r\n\r\n',
        ' Tests  \u001b[32m22 passed\u001b[39m (22)\r\n',
      ],
      exitCode: 0,
    },
  },
  {
    say: {
      text: 'All 22 pass. The report has no test for an empty ledger:\n\n| case | covered |\n|---|---|\n| one entry | yes |\n| many | yes |\n| none | **no** |',
      messageId: 'two',
    },
  },
];

/** An agent that has finished; its changes wait for review. */
const done = [
  read('read-1', 'src/report.ts', 1),
  ...edited(
    'edit-1',
    'src/report.ts',
    'export function report(entries: Entry[]) {\n  return entries.map(String);\n}\n',
    "export function report(entries: readonly Entry[]): string[] {\n  if (entries.length === 0) return ['Nothing yet.'];\n  return entries.map(String);\n}\n",
  ),
  ...edited(
    'edit-2',
    'README.md',
    '# Ledger\n\nEntries in, receipts out.\n',
    '# Ledger\n\nEntries in, receipts out. An empty ledger says so.\n',
  ),
  {
    say: {
      text: 'An empty ledger now says **Nothing yet.** The README mentions it.',
      messageId: 'one',
    },
  },
];

const cast = {
  claude: { name: 'Claude Code', turn: atWork },
  codex: { name: 'Codex', turn: asking },
  gemini: { name: 'Gemini CLI', turn: testing },
  opencode: { name: 'OpenCode', turn: done },
};

const readMe = '# Ledger\n\nEntries in, receipts out.\n';
const boundedRetry = RETRY.replace(
  '  while (true) {',
  '  for (let attempts = 0; attempts < 5; attempts++) {',
).replace('await wait(500);', 'await wait(500 * (attempts + 1));');

/** Three answers to one prompt, to be compared. */
const rivals = {
  claude: {
    name: 'Claude Code',
    turn: [
      ...edited('edit-1', 'src/retry.ts', RETRY, RETRY_MENDED),
      ...edited('edit-2', 'src/retry.test.ts', null, retryTest),
      { say: { text: 'Five attempts, with a longer wait after each. Tested.', messageId: 'one' } },
    ],
  },
  codex: {
    name: 'Codex',
    turn: [
      ...edited('edit-1', 'src/retry.ts', RETRY, boundedRetry),
      ...edited('edit-2', 'src/retry.test.ts', null, retryTest),
      { say: { text: 'The loop ends after five attempts.', messageId: 'one' } },
    ],
  },
  opencode: {
    name: 'OpenCode',
    turn: [
      ...edited('edit-1', 'src/retry.ts', RETRY, RETRY_MENDED),
      ...edited('edit-2', 'README.md', readMe, `${readMe}\nGives up after five attempts.\n`),
      { say: { text: 'Bounded, and described in the README.', messageId: 'one' } },
    ],
  },
};

/**
 * Agents for the settings, each with its part in the image. They are programs in `bin`, which must
 * be in the PATH, so that an image of their commands shows no folder of this machine.
 */
export async function castAgents(electron, { folder, bin, areRivals = false }) {
  await mkdir(folder, { recursive: true });
  await mkdir(bin, { recursive: true });
  const agents = {};
  for (const [id, { name, turn }] of Object.entries(areRivals ? rivals : cast)) {
    const scenario = join(folder, `${id}.json`);
    await writeFile(scenario, JSON.stringify({ turns: [turn] }));
    const player = [electron, scriptedAgent, scenario, '--gates', folder];
    await writeFile(join(bin, id), program(player), { mode: 0o755 });
    // A sealed agent cannot see these unless they are listed: the program runs on them.
    const seal = { read: [dirname(electron), root, folder] };
    agents[id] = { name, command: id, wire: 'acp', seal };
  }
  return agents;
}

const program = (command) => `#!/bin/sh
if [ "$1" = --version ]; then echo 1.4.2; exit; fi
ELECTRON_RUN_AS_NODE=1 exec ${command.map((part) => `'${part}'`).join(' ')}
`;

export const prompts = [
  ['Claude Code', 'Make the retry loop give up after five attempts'],
  ['Codex', 'Test what happens when the bank does not answer'],
  ['Gemini CLI', 'Which cases of the report are not tested?'],
  ['OpenCode', 'Say something useful for an empty ledger'],
];
