import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { FileProblems } from '#main/base/files/fileProblems';
import { createFileLogger } from '#main/base/log/logger';
import { Inspector } from '#main/host/inspector/inspector';
import { SavedTerminals } from '#main/terminals/savedTerminals';
import { exportedText } from '#test/support/exportedText';
import { GitRepository } from '#test/support/gitRepository';
import { MemoryLogger } from '#test/support/memoryLogger';
import { scriptedAgent } from '#test/support/scenario';
import { TestEngine, unwrap } from '#test/support/testEngine';
import { testFolder } from '#test/support/testFolder';
import { CANARY, inJson, leaks } from './secretLeaks';

// Shows I20.

/** Long enough to be it. */
const PARTS = [CANARY.slice(0, 9), CANARY.slice(-8)];
const everything = { text: '', show: 'all', label: null } as const;

describe('a secret that an agent was given', () => {
  it.each(Object.keys(leaks))('leaves no trace when it is repeated %s', async (how) => {
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
      shown.rows.map(({ number }) => inspector.frame(1, session.id, number)),
    );
    const exports = [
      await exportedText(host, session.id, 'markdown'),
      await exportedText(host, session.id, 'ndjson'),
    ];
    const found = unwrap(await host.search('Qz7')).hits;
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
  ])('is recognised by the variable %s, and by a part of it', async (name, value, part) => {
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

  it('is not stored with an option’s id, which the agent gets back unchanged', async () => {
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

  it('is recognised after the user typed it into a form', async () => {
    const folder = testFolder();
    const data = folder.folder('data');
    const agent = scriptedAgent(folder, {
      turns: [
        [
          {
            elicit: {
              message: 'Log in.',
              requestedSchema: {
                type: 'object',
                properties: { first: { type: 'string', title: 'API key' } },
              },
              onAccepted: [{ say: `It is ${CANARY}, you know.` }, { stderr: CANARY }],
            },
          },
        ],
      ],
    });
    const { command, args, env } = agent;
    const logger = createFileLogger(join(data, 'logs'), { level: 'debug' });
    const agents = { scripted: { command, args, env, wire: 'acp' } } as const;
    const test = await TestEngine.start(data, agents, { logger, traceFolder: join(data, 'logs') });
    const session = await test.create('scripted', folder.folder('project'), 'Go');
    await session.submit({ type: 'accepted', values: { first: CANARY } });
    await session.turnEnded();
    expect(session.transcript().at(-1)).toBe('agent: It is [redacted], you know.');
    await logger.flush();
    await test.stop();
    for (const file of filesBelow(data)) expectClean(file, readFileSync(file, 'latin1'));
  });

  it('is not stored with changes and decisions', async () => {
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
    unwrap(await test.changes.look(session.id));
    const { changes } = unwrap(await test.changes.list(session.id));
    expect(changes.map(({ change }) => change.path).sort()).toEqual(['a.txt', 'b.txt']);
    await test.stop();
    expectClean('the list of changes', JSON.stringify(changes));
    for (const file of filesBelow(data)) expectClean(file, readFileSync(file, 'latin1'));
  });

  it('is not kept of a prompt with the lines that it brought in', async () => {
    const folder = testFolder();
    const project = await GitRepository.createWith(folder.join('project'), { 'a.txt': 'a\n' });
    const data = folder.folder('data');
    const turns = [[{ say: 'Hi' }], [{ diskWrite: { path: 'a.txt', content: 'agent\n' } }]];
    const { command, args, env } = scriptedAgent(folder, { turns });
    const test = await TestEngine.start(
      data,
      { scripted: { command, args, env: { ...env, SERVICE_TOKEN: CANARY }, wire: 'acp' } },
      { workplaces: undefined },
    );
    const session = await test.create('scripted', project.path, 'Go', 'isolated');
    await session.turnEnded();
    await session.send(`Use ${CANARY}`);
    await session.turnEnded();
    unwrap(await test.changes.look(session.id));
    const { changes } = unwrap(await test.changes.list(session.id));
    const verdicts = changes.map(({ change, hunks }) => ({
      changeId: change.changeId,
      hunks: hunks.map(({ hunk }) => ({ hunkId: hunk.id, verdict: 'accept' as const })),
    }));
    unwrap(await test.changes.decide(session.id, verdicts));
    await test.engine.provenance.drain();
    await test.stop();
    const kept = filesBelow(join(data, 'provenance'));
    expect(kept).toHaveLength(1);
    for (const file of kept) expectClean(file, readFileSync(file, 'latin1'));
  });

  it('is not stored with the user’s terminals, by their last lines, names or commands', async () => {
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
      kind: 'run',
      id: 'one',
      name: CANARY,
      givenName: `with ${CANARY}`,
      sessionId: null,
      cwd: '/',
      command: `run ${CANARY}`,
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
