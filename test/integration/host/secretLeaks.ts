import { PART_CHARACTERS, PIECE_CHARACTERS } from '#main/host/limits';
import type { Step } from '#test/agent/step';

/** No word of it is a word, and no part of it has a form that a pattern knows. */
export const CANARY = 'Qz7-vw"Xk\\92+Lm/40pR';

const half = Math.floor(CANARY.length / 2);
const nested = JSON.stringify({ body: JSON.stringify({ anything: CANARY }) });

/** Ends so many characters behind the secret's beginning, for any number that goes through it. */
const cutAt = (length: number) =>
  Array.from(
    { length: CANARY.length },
    (_, index) => `${'word '.repeat(length).slice(0, length - 1 - index)}${CANARY} and more of it`,
  );
export const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
const inUnicode = (text: string) =>
  text.replace(/./gs, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
const inAddress = encodeURIComponent(CANARY);
/** What ordinary programs make of it. */
const escaped: readonly string[] = [
  inUnicode(CANARY),
  inJson(inUnicode(CANARY)),
  inJson(CANARY).replaceAll('/', '\\/'),
  inAddress.replace(/%../g, (code) => code.toLowerCase()),
  inAddress.replaceAll('%2F', '/'),
  encodeURIComponent(inAddress),
  [...Buffer.from(CANARY)].map((byte) => `%${byte.toString(16)}`).join(''),
  CANARY.replaceAll('"', '&quot;'),
  CANARY.replaceAll('"', '&#34;').replaceAll('/', '&#x2f;'),
  CANARY.replace(/\W/g, '\\$&'),
  Buffer.from(CANARY).toString('hex').replace('a', 'A'),
  // Wrapped as programs do it, so that each part of it is once at a break.
  ...[0, 16, 32].map((before) =>
    Buffer.from(`${'-'.repeat(30 + before)}${CANARY}${'-'.repeat(60)}`)
      .toString('base64')
      .replace(/.{76}/g, '$&\n'),
  ),
];
const between: readonly Step[] = [
  { usage: { used: 1, size: 10 } },
  { commands: [] },
  { plan: [] },
  { toolUpdate: { id: 'one', status: 'completed' } },
];

/** Every way by which what an agent was given could come back. */
export const leaks: Readonly<Record<string, readonly Step[]>> = {
  'in a message': [{ say: `It is ${CANARY}, you know.` }],
  'in a message, in pieces': [
    { say: `It is ${CANARY.slice(0, half)}` },
    { pause: 50 },
    { say: `${CANARY.slice(half)}, you know.` },
  ],
  'in a message, with another update in between': [
    { tool: { id: 'one', title: 'Read', status: 'in_progress' } },
    ...between.flatMap((step, index): readonly Step[] => {
      const at = half + index;
      return [
        { say: { text: `It is ${CANARY.slice(0, at)}`, messageId: `m${index}` } },
        step,
        { say: { text: `${CANARY.slice(at)}, you know.`, messageId: `m${index}` } },
      ];
    }),
  ],
  'in two messages at once': [
    { say: { text: `It is ${CANARY.slice(0, half)}`, messageId: 'one' } },
    { say: { text: `So ${CANARY.slice(0, 12)}`, messageId: 'two' } },
    { say: { text: CANARY.slice(half), messageId: 'one' } },
    { say: { text: CANARY.slice(12), messageId: 'two' } },
  ],
  'in a message that ends within the secret': [{ say: `It is ${CANARY.slice(0, -1)}` }],
  'where a long message is split': [
    { say: { text: `${'w'.repeat(PART_CHARACTERS - half)}${CANARY}`, messageId: 'parts' } },
    { usage: { used: 1, size: 10 } },
    { say: { text: `${'w'.repeat(PIECE_CHARACTERS - half)}${CANARY}.`, messageId: 'pieces' } },
  ],
  'all over a long message': Array.from({ length: 30 }, (_, part): Step => {
    const texts = Array.from(
      { length: 900 },
      (_, at) => `${'w'.repeat((at + part) % 41)}${CANARY}`,
    );
    return { say: texts.join('') };
  }),
  'where a field is cut': [
    ...[200, 500, 1_000, 2_000, 4_096].flatMap((length) =>
      cutAt(length).map((title, index): Step => {
        const locations = [{ path: `/${title}` }];
        return { tool: { id: `cut ${length} ${index}`, title, locations } };
      }),
    ),
    ...cutAt(500).map((title): Step => ({ title })),
    ...cutAt(200).map((sessionUpdate): Step => ({ update: { sessionUpdate } })),
    ...cutAt(200).map((method): Step => ({ notify: { method: `_${method}`, params: {} } })),
    { plan: cutAt(2_000) },
    { commands: cutAt(1_000).map((description, index) => ({ name: `c${index}`, description })) },
    { error: { code: -32603, message: cutAt(2_048)[9] ?? '', data: cutAt(2_048)[12] } },
  ],
  'where a frame is cut': [
    ...cutAt(32 * 1024).map((line): Step => ({ garbage: { lines: [line] } })),
    ...cutAt(32 * 1024 - 140).map((text): Step => ({ update: { sessionUpdate: 'future', text } })),
    ...cutAt(2_048).map((line): Step => ({ garbage: { lines: [line] } })),
  ],
  'where a command’s output is truncated': [1_000, 1_007, 1_013].map(
    (outputByteLimit): Step => ({
      terminal: {
        command: '/usr/bin/printf',
        args: [`%s${CANARY.replaceAll('\\', '\\\\')}`, ...Array.from({ length: 99 }, () => '')],
        outputByteLimit,
      },
    }),
  ),
  'in the variables of a command': [
    {
      terminal: {
        command: 'true',
        args: [CANARY],
        env: { PLAIN: CANARY, [CANARY]: 'x' },
      },
    },
  ],
  'in the folder of a command': [
    { shell: `mkdir -p '${CANARY}'` },
    { terminal: { command: 'true', cwd: `{{cwd}}/${CANARY}` } },
    { shell: `rm -r '${CANARY.split('/')[0]}'` },
  ],
  'escaped by other programs': escaped.flatMap((text, index): readonly Step[] => [
    { say: { text: `{"text":"${text}"}`, messageId: `m${index}` } },
    { say: { text: text.slice(0, 9), messageId: `half${index}` } },
    { usage: { used: index, size: 10 } },
    { say: { text: text.slice(9), messageId: `half${index}` } },
    { tool: { id: `t${index}`, title: `Use ${text}`, rawInput: { text }, rawOutput: text } },
    { stderr: `{"text":"${text}"}` },
    { garbage: { lines: [`{"text":"${text}" and`] } },
  ]),
  'in the summary of a compaction, in pieces': [
    {
      compaction: {
        id: 'one',
        status: 'in_progress',
        summary: `It is ${CANARY.slice(0, half)}`,
        append: `${CANARY.slice(half)}, or ${CANARY.slice(0, 12)}`,
      },
    },
    { usage: { used: 1, size: 10 } },
    { compaction: { id: 'one', status: 'completed', append: `${CANARY.slice(12)}, you know.` } },
  ],
  'in a thought': [{ think: `Remember ${CANARY}.` }],
  'in a tool call': [
    { tool: { id: 'one', title: `curl -u ${CANARY}`, rawInput: { command: `login ${CANARY}` } } },
  ],
  'in a tool call, as JSON in a string': [
    { tool: { id: 'one', title: 'Fetch', rawInput: { text: nested } } },
  ],
  'in a title': [{ title: `About ${CANARY}` }],
  'in a plan': [{ plan: [{ content: `Use ${CANARY}`, priority: 'high', status: 'pending' }] }],
  'on standard error': [{ stderr: `using ${CANARY}` }],
  'in a line that is not a message': [{ garbage: { lines: [`debug: ${CANARY}`] } }],
  'in an unknown update': [{ update: { sessionUpdate: 'future', anything: CANARY } }],
  'as the name of a member': [
    { tool: { id: 'one', title: 'Fetch', rawInput: { [CANARY]: 1 }, _meta: { [CANARY]: 1 } } },
    { update: { sessionUpdate: 'future', env: { [CANARY]: 1 }, [CANARY]: { [CANARY]: 1 } } },
  ],
  'in a command’s output': [
    { tool: { id: 'run', title: 'Run', kind: 'execute', status: 'in_progress' } },
    { terminal: { command: '/usr/bin/printf', args: ['%s', CANARY], toolCallId: 'run' } },
  ],
  'in the ids of tool calls, messages and commands': [
    { tool: { id: `call ${CANARY}`, title: 'Read', status: 'in_progress' } },
    { toolUpdate: { id: `call ${CANARY}`, status: 'completed' } },
    { say: { text: 'Hello', messageId: `message ${CANARY}` } },
    { think: { text: 'Hm', messageId: `thought ${CANARY}` } },
    {
      agentTerminal: {
        id: `run ${CANARY}`,
        terminalId: `terminal ${CANARY}`,
        command: 'ls',
        output: ['one'],
        exitCode: 0,
      },
    },
    { tool: { id: `show ${CANARY}`, title: 'Run', kind: 'execute', status: 'in_progress' } },
    { terminal: { command: 'true', toolCallId: `show ${CANARY}` } },
    { diff: { id: `diff ${CANARY}`, path: 'a.txt', before: null, after: 'one\n' } },
  ],
  'in other ids': [
    { planUpdate: { type: 'items', planId: `plan ${CANARY}`, entries: [] } },
    { planRemoved: `plan ${CANARY}` },
    { mode: `mode ${CANARY}` },
    {
      options: [
        {
          id: `option ${CANARY}`,
          name: 'Effort',
          type: 'select',
          currentValue: `value ${CANARY}`,
          options: [{ value: `value ${CANARY}`, name: 'High' }],
        },
      ],
    },
    { commands: [{ name: `do-${CANARY}`, description: 'Does it' }] },
    { compaction: { id: `compaction ${CANARY}`, status: 'completed', summary: 'Shorter' } },
    { subagent: { sessionId: `sub ${CANARY}`, title: 'Helper' } },
    { request: { method: `_${CANARY}/do`, id: `request ${CANARY}`, params: {} } },
    { notify: { method: `_${CANARY}/done`, params: { toolCallId: CANARY } } },
    { wrongId: { id: `answer ${CANARY}` } },
    { update: { sessionUpdate: CANARY, entryId: CANARY } },
  ],
  'in hex and within base64': (['hex', 'base64', 'base64url'] as const).flatMap((spelling) =>
    ['', 'a', 'ab'].flatMap((before): readonly Step[] => {
      const text = Buffer.from(`${before}${CANARY}.`).toString(spelling);
      return [
        { say: `Encoded: ${text}.` },
        { tool: { id: text, title: text, rawInput: { text } } },
        { stderr: `encoded ${text}` },
      ];
    }),
  ),
  'in an error': [{ error: { code: -32603, message: `No access with ${CANARY}` } }],
  'in the last output of an agent that exits': [
    { stderr: `fatal: bad token ${CANARY}` },
    { exit: { code: 1 } },
  ],
};
