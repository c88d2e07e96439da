import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { FileProblems } from '#main/base/fileProblems';
import { createFileLogger } from '#main/base/logger';
import { MemoryLogger } from '#main/base/memoryLogger';
import { Inspector } from '#main/host/inspector/inspector';
import { PART_CHARACTERS, PIECE_CHARACTERS } from '#main/host/limits';
import { SavedTerminals } from '#main/terminals/savedTerminals';
import type { Step } from '#test/agent/step';
import { exportedText } from '#test/support/exportedText';
import { GitRepository } from '#test/support/gitRepository';
import { scriptedAgent } from '#test/support/scenario';
import { TestEngine, unwrap } from '#test/support/testEngine';
import { testFolder } from '#test/support/testFolder';

// Shows I20.

/** No word of it is a word, and no part of it has a form that a pattern knows. */
const CANARY = 'Qz7-vw"Xk\\92+Lm/40pR';
/** Long enough to be it. */
const PARTS = [CANARY.slice(0, 9), CANARY.slice(-8)];
const everything = { text: '', show: 'all' } as const;

const half = Math.floor(CANARY.length / 2);
const nested = JSON.stringify({ body: JSON.stringify({ anything: CANARY }) });

/** Ends so many characters behind the secret's beginning, for any number that goes through it. */
const cutAt = (length: number) =>
  Array.from(
    { length: CANARY.length },
    (_, index) => `${'word '.repeat(length).slice(0, length - 1 - index)}${CANARY} and more of it`,
  );
const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
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
const leaks: Readonly<Record<string, readonly Step[]>> = {
  'in a message': [{ say: `It is ${CANARY}, you know.` }],
  'in a message, in pieces': [
    { say: `It is ${CANARY.slice(0, half)}` },
    { pause: 50 },
    { say: `${CANARY.slice(half)}, you know.` },
  ],
  'in a message, with something else in between': [
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
  'in two messages at a time': [
    { say: { text: `It is ${CANARY.slice(0, half)}`, messageId: 'one' } },
    { say: { text: `So ${CANARY.slice(0, 12)}`, messageId: 'two' } },
    { say: { text: CANARY.slice(half), messageId: 'one' } },
    { say: { text: CANARY.slice(12), messageId: 'two' } },
  ],
  'in a message that ends within it': [{ say: `It is ${CANARY.slice(0, -1)}` }],
  'where a long message is cut': [
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
  'where what a command prints is cut': [1_000, 1_007, 1_013].map(
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
  'escaped by other programs': escaped.flatMap((text, index): readonly Step[] => [
    { say: { text: `{"text":"${text}"}`, messageId: `m${index}` } },
    { say: { text: text.slice(0, 9), messageId: `half${index}` } },
    { usage: { used: index, size: 10 } },
    { say: { text: text.slice(9), messageId: `half${index}` } },
    { tool: { id: `t${index}`, title: `Use ${text}`, rawInput: { text }, rawOutput: text } },
    { stderr: `{"text":"${text}"}` },
    { garbage: { lines: [`{"text":"${text}" and`] } },
  ]),
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
  'in a line that is no message': [{ garbage: { lines: [`debug: ${CANARY}`] } }],
  'in an unknown update': [{ update: { sessionUpdate: 'future', anything: CANARY } }],
  'as the name of a member': [
    { tool: { id: 'one', title: 'Fetch', rawInput: { [CANARY]: 1 }, _meta: { [CANARY]: 1 } } },
    { update: { sessionUpdate: 'future', env: { [CANARY]: 1 }, [CANARY]: { [CANARY]: 1 } } },
  ],
  'in what a command prints': [
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
  'in the ids of whatever else it names': [
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
  'in the last words of an agent that ends': [
    { stderr: `fatal: bad token ${CANARY}` },
    { exit: { code: 1 } },
  ],
};

describe('a secret that an agent was given', () => {
  it.each(Object.keys(leaks))('leaves no trace when it comes back %s', async (how) => {
    const folder = testFolder();
    const project = folder.folder('project');
    const data = folder.folder('data');
    const agent = scriptedAgent(folder, {
      turns: [leaks[how] ?? []],
      sessions: { ids: [`conversation ${CANARY}`] },
    });
    const { command, args, env } = agent;
    const logger = createFileLogger(join(data, 'logs'), { level: 'debug' });
    const test = await TestEngine.start(
      data,
      { scripted: { command, args, env: { ...env, SERVICE_TOKEN: CANARY }, wire: 'acp' } },
      { logger, traceFolder: join(data, 'logs') },
    );
    const session = await test.create('scripted', project, 'Go', 'isolated');
    await session.turnEnded();
    await session.drained();
    const { host } = test.engine;
    const inspector = new Inspector((id) => host.open(id));
    onTestFinished(() => inspector.dispose());
    const shown = unwrap(await inspector.open(1, session.id, everything));
    const frames = await Promise.all(
      shown.frames.map(({ number }) => inspector.frame(session.id, number)),
    );
    const exports = [
      await exportedText(host, session.id, 'markdown'),
      await exportedText(host, session.id, 'ndjson'),
    ];
    const found = unwrap(await host.search('Qz7'));
    logger.info('with everything', { text: CANARY, list: [{ name: 'A', value: CANARY }] });
    await logger.flush();
    inspector.close(1);
    await test.stop();
    const sinks = { shown, frames, exports, found, state: [...session.state.entries.values()] };
    for (const [name, sink] of Object.entries(sinks)) expectClean(name, JSON.stringify(sink));
    expect(found).toEqual([]);
    for (const file of filesBelow(data)) expectClean(file, readFileSync(file, 'latin1'));
  });

  const random = 'x4Jq9ZpL2mVt7RbK0sWd';
  it.each([
    ['DBPASS', random, random],
    ['AUTH', random, random],
    ['AUTHORIZATION', `Bearer ${random}`, random],
    ['PROXY_AUTHORIZATION', `Basic ${Buffer.from(`me:${random}`).toString('base64')}`, random],
    ['API_CREDENTIALS', `user:${random}`, random],
    ['AWS_SECRET_ACCESS_KEY', `/x4Jq9ZpL2mVt/${random}`, `/x4Jq9ZpL2mVt/${random}`],
    ['STORAGE_CONNECTION_STRING', `Name=x;AccountKey=${random}==;Suffix=y`, random],
    ['CLOUD_CREDENTIALS', JSON.stringify({ id: 'x', deep: { any: random } }), random],
    ['SERVICE_TOKEN', `${random}-`.repeat(300), random],
  ])('is known by the variable %s, and by a part of it', async (name, value, part) => {
    const folder = testFolder();
    const data = folder.folder('data');
    const text = value.length > 1_000 ? value : part;
    const agent = scriptedAgent(folder, {
      turns: [[{ say: `It is ${text}.` }, { stderr: text }, { tool: { id: 'one', title: text } }]],
    });
    const { command, args, env } = agent;
    const logger = createFileLogger(join(data, 'logs'), { level: 'debug' });
    const test = await TestEngine.start(
      data,
      { scripted: { command, args, env: { ...env, [name]: value }, wire: 'acp' } },
      { logger, traceFolder: join(data, 'logs') },
    );
    const session = await test.create('scripted', folder.folder('project'), 'Go');
    await session.turnEnded();
    await session.drained();
    await logger.flush();
    await test.stop();
    for (const file of filesBelow(data)) {
      expectClean(file, readFileSync(file, 'latin1'), [part.slice(0, 9), part.slice(-9)]);
    }
  });

  it('is not written down with an option’s id, which the agent gets back as it chose it', async () => {
    const folder = testFolder();
    const data = folder.folder('data');
    const optionId = `allow ${CANARY}`;
    const agent = scriptedAgent(folder, {
      turns: [
        [
          {
            ask: {
              toolCall: { toolCallId: `call ${CANARY}`, title: 'May I?' },
              options: [{ optionId, name: 'Yes', kind: 'allow_once' }],
              expect: optionId,
              onSelected: { [optionId]: [{ say: 'Thanks.' }] },
            },
          },
        ],
      ],
    });
    const { command, args, env } = agent;
    const test = await TestEngine.start(data, {
      scripted: { command, args, env: { ...env, SERVICE_TOKEN: CANARY }, wire: 'acp' },
    });
    const session = await test.create('scripted', folder.folder('project'), 'Go');
    const question = await session.question();
    expectClean('the question', JSON.stringify(question));
    const [option] = question.kind === 'permission' ? question.question.options : [];
    await session.answer(option?.id ?? '');
    await session.turnEnded();
    expect(session.transcript().at(-1)).toBe('agent: Thanks.');
    await test.stop();
    for (const file of filesBelow(data)) expectClean(file, readFileSync(file, 'latin1'));
  });

  it('is not written down with what is known of changes and of how they were decided', async () => {
    const folder = testFolder();
    const project = await GitRepository.createWith(folder.join('project'), { 'a.txt': 'a\n' });
    const data = folder.folder('data');
    const id = `edit ${CANARY}`;
    const agent = scriptedAgent(folder, {
      turns: [
        [
          { tool: { id, title: 'Edit', kind: 'edit', status: 'in_progress' } },
          { diskWrite: { path: 'a.txt', content: 'agent\n' } },
          { toolUpdate: { id, status: 'completed' } },
          { write: { path: 'b.txt', content: 'agent\n' } },
        ],
      ],
    });
    const { command, args, env } = agent;
    const test = await TestEngine.start(
      data,
      { scripted: { command, args, env: { ...env, SERVICE_TOKEN: CANARY }, wire: 'acp' } },
      { workplaces: undefined },
    );
    const session = await test.create('scripted', project.path, 'Go', 'isolated');
    await session.turnEnded();
    await session.drained();
    unwrap(await test.engine.changes.look(session.id));
    const { changes } = unwrap(await test.engine.changes.list(session.id));
    expect(changes.map(({ change }) => change.path).sort()).toEqual(['a.txt', 'b.txt']);
    await test.stop();
    expectClean('the list of changes', JSON.stringify(changes));
    for (const file of filesBelow(data)) expectClean(file, readFileSync(file, 'latin1'));
  });

  it('is not kept with the last lines of the user’s terminals', async () => {
    const folder = testFolder();
    const agent = scriptedAgent(folder, { turns: [[{ say: 'Hi' }]] });
    const { command, args, env } = agent;
    const test = await TestEngine.start(folder.folder('data'), {
      scripted: { command, args, env: { ...env, SERVICE_TOKEN: CANARY }, wire: 'acp' },
    });
    const session = await test.create('scripted', folder.folder('project'), 'Go');
    await session.turnEnded();
    const path = folder.join('terminals.json');
    const terminal = {
      kind: 'shell',
      id: 'one',
      name: 'sh',
      givenName: null,
      sessionId: null,
      cwd: '/',
      command: null,
      tail: `$ echo $SERVICE_TOKEN\n${CANARY}\n`,
    } as const;
    const problems = new FileProblems(new MemoryLogger());
    await new SavedTerminals(path, problems.report).write([terminal as never]);
    expectClean(path, readFileSync(path, 'latin1'));
  });
});

function expectClean(name: string, text: string, parts: readonly string[] = PARTS): void {
  const readings = readingsOf(text);
  for (const part of parts) {
    const holds = spellingsOf(part).some((spelling) =>
      readings.some((reading) => reading.includes(spelling)),
    );
    expect(holds, `${name} holds a part of the secret`).toBe(false);
  }
}

/** The text itself, and what is seen in it by undoing what programs do to others. */
function readingsOf(text: string): readonly string[] {
  const ofCode = (base: number) => (_: string, code: string) =>
    String.fromCharCode(Number.parseInt(code, base));
  return [
    text,
    text.replace(/\\+u([\da-f]{4})/gi, ofCode(16)),
    text.replaceAll('\\', ''),
    text.replace(/%(?:25)*([\da-f]{2})/gi, ofCode(16)),
    text.replace(/&#x([\da-f]+);/gi, ofCode(16)).replace(/&#(\d+);/g, ofCode(10)),
    text.replaceAll('&quot;', '"'),
    text.replace(/\\*[\r\n]|\\+n/g, ''),
  ];
}

function spellingsOf(part: string): readonly string[] {
  const hex = Buffer.from(part).toString('hex');
  // Behind any other text, and without the characters at either end that tell of that, too.
  const base64 = ['', 'a', 'ab'].map((before) =>
    Buffer.from(`${before}${part}`)
      .toString('base64')
      .slice(before.length + 1, -4),
  );
  const inAddresses = base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
  const hidden = part.replaceAll('\\', '');
  return [part, hidden, inJson(part), hex, hex.toUpperCase(), ...base64, ...inAddresses];
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
