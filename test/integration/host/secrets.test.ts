import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { FileProblems } from '#main/base/fileProblems';
import { createFileLogger } from '#main/base/logger';
import { MemoryLogger } from '#main/base/memoryLogger';
import { Inspector } from '#main/host/inspector/inspector';
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

/** Every way by which what an agent was given could come back. */
const leaks: Readonly<Record<string, readonly Step[]>> = {
  'in a message': [{ say: `It is ${CANARY}, you know.` }],
  'in a message, in pieces': [
    { say: `It is ${CANARY.slice(0, half)}` },
    { pause: 50 },
    { say: `${CANARY.slice(half)}, you know.` },
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

function expectClean(name: string, text: string): void {
  for (const part of PARTS) {
    const holds = spellingsOf(part).some((spelling) => text.includes(spelling));
    expect(holds, `${name} holds a part of the secret`).toBe(false);
  }
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
  return [part, JSON.stringify(part).slice(1, -1), hex, ...base64, ...inAddresses];
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
