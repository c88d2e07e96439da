import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ChangeView } from '#shared/airlock/changeView';
import type { Step } from '#test/agent/step';
import { scriptedAgent } from '#test/support/scenario';
import { TestEngine, type TestSession, unwrap } from '#test/support/testEngine';
import { testFolder } from '#test/support/testFolder';
import { waitFor } from '#test/support/waitFor';

const BASE = 'a\nb\nc\nd\ne\n';
const PROPOSED = 'A\nb\nc\nd\nE\n';

/** Asks leave for an edit, writes it by its own hands if it may, and says what it heard. */
async function ask() {
  const folder = testFolder();
  const project = folder.folder('project');
  folder.write('project/file.txt', BASE);
  const agent = scriptedAgent(folder, {
    turns: [
      [
        {
          ask: {
            toolCall: {
              toolCallId: 'edit-1',
              title: 'Edit file.txt',
              kind: 'edit',
              content: [
                { type: 'diff', path: '{{cwd}}/file.txt', oldText: BASE, newText: PROPOSED },
              ],
            },
            onAllowed: [
              { diskWrite: { path: 'file.txt', content: PROPOSED } },
              { say: 'Allowed.' },
            ],
            onRejected: [{ say: 'Refused.' }],
          },
        },
      ],
    ],
  });
  const test = await TestEngine.start(
    folder.join('data'),
    { scripted: agent },
    { workplaces: undefined },
  );
  const session = await test.create('scripted', project, 'Go');
  await session.question();
  const change = await changesUntil(test, session, (changes) =>
    changes.find(({ status }) => status === 'open'),
  );
  const text = () => readFileSync(join(project, 'file.txt'), 'utf8');
  return { test, session, text, change };
}

/** What the list of changes gives, as soon as it gives something. */
async function changesUntil<T>(
  test: TestEngine,
  session: TestSession,
  find: (changes: readonly ChangeView[]) => T | undefined,
): Promise<T> {
  const { changes } = test;
  for (;;) {
    const news = waitFor(changes.onDidChange, undefined, { what: 'a change' });
    news.catch(() => undefined);
    const found = find(unwrap(await changes.list(session.id)).changes);
    if (found !== undefined) return found;
    await news;
  }
}

function decide(
  { test, session, change }: Awaited<ReturnType<typeof ask>>,
  ...verdicts: readonly ('accept' | 'reject')[]
) {
  return test.changes.decide(session.id, [
    {
      changeId: change.change.changeId,
      hunks: verdicts.map((verdict, index) => ({
        hunkId: change.hunks[index]?.hunk.id ?? ('' as never),
        verdict,
      })),
    },
  ]);
}

describe('an edit that an agent asks permission for, in place', () => {
  it('is shown hunk by hunk, and allowed once all of it is accepted', async () => {
    const asked = await ask();
    expect(asked.change.change).toMatchObject({ origin: 'permission', toolCallId: 'edit-1' });
    expect(asked.change.hunks).toHaveLength(2);
    expect(asked.text()).toBe(BASE);
    unwrap(await decide(asked, 'accept', 'accept'));
    await asked.session.turnEnded();
    expect(asked.session.transcript()).toContain('agent: Allowed.');
    expect(asked.text()).toBe(PROPOSED);
    const { changes } = unwrap(await asked.test.changes.list(asked.session.id));
    expect(changes.filter(({ status }) => status === 'open')).toEqual([]);
  });

  it('is rejected if a part of it is, and the other part is written by the app', async () => {
    const asked = await ask();
    unwrap(await decide(asked, 'accept', 'reject'));
    await asked.session.turnEnded();
    expect(asked.session.transcript()).toContain('agent: Refused.');
    expect(asked.text()).toBe('A\nb\nc\nd\ne\n');
  });

  it.each([
    ['allow', 'agent: Allowed.', PROPOSED, 'accepted'],
    ['reject', 'agent: Refused.', BASE, 'rejected'],
  ] as const)('is decided by the answer to the question: %s', async (option, said, text, state) => {
    const asked = await ask();
    await asked.session.answer(option);
    await asked.session.turnEnded();
    expect(asked.session.transcript()).toContain(said);
    expect(asked.text()).toBe(text);
    const { changes } = unwrap(await asked.test.changes.list(asked.session.id));
    expect(changes.flatMap(({ hunks }) => hunks.map(({ outcome }) => outcome.state))).toEqual([
      state,
      state,
    ]);
  });

  it('is withdrawn with its turn', async () => {
    const asked = await ask();
    await asked.session.stop();
    await asked.session.turnEnded();
    await changesUntil(asked.test, asked.session, ({ length }) => length === 0 || undefined);
  });
});

/** Plays these steps in place, on the same file. */
async function play(steps: readonly Step[]) {
  const folder = testFolder();
  const project = folder.folder('project');
  folder.write('project/file.txt', BASE);
  const agent = scriptedAgent(folder, { turns: [[...steps]] });
  const test = await TestEngine.start(
    folder.join('data'),
    { scripted: agent },
    { workplaces: undefined },
  );
  const session = await test.create('scripted', project, 'Go');
  const text = () => readFileSync(join(project, 'file.txt'), 'utf8');
  const changes = async () => unwrap(await test.changes.list(session.id)).changes;
  return { agent, test, session, text, changes };
}

const DIFF = { type: 'diff', path: '{{cwd}}/file.txt', oldText: BASE, newText: PROPOSED };
const PATCH = `--- a/file.txt\n+++ b/file.txt\n@@ -1,2 +1,2 @@\n-a\n+A\n b\n@@ -4,2 +4,2 @@\n d\n-e\n+E\n`;
const CALL = { toolCallId: 'edit-1', title: 'Edit file.txt', kind: 'edit' };
const WRITE: Step = { diskWrite: { path: 'file.txt', content: PROPOSED } };
const DONE: Step = { toolUpdate: { id: 'edit-1', status: 'completed' } };

describe('an edit that stands elsewhere in the request', () => {
  it.each<[string, readonly Step[], object]>([
    [
      'a patch in its content',
      [],
      { content: [{ type: 'content', content: { type: 'text', text: PATCH } }] },
    ],
    [
      'a diff in the earlier tool call',
      [{ tool: { id: 'edit-1', title: 'Edit', kind: 'edit', content: [DIFF] } }],
      { content: [] },
    ],
    ['a patch in its raw input', [], { rawInput: { filepath: '{{cwd}}/file.txt', diff: PATCH } }],
    [
      'two texts in its raw input, and a path below the folder',
      [],
      { rawInput: { path: 'file.txt', old_str: BASE, new_str: PROPOSED } },
    ],
  ])('is allowed and written with nothing left to decide: %s', async (_, before, call) => {
    const { session, text, changes } = await play([
      ...before,
      { ask: { toolCall: { ...CALL, ...call }, onAllowed: [WRITE, DONE] } },
    ]);
    await session.question();
    await session.answer('allow');
    await session.turnEnded();
    expect(text()).toBe(PROPOSED);
    expect((await changes()).map(({ change, status }) => [change.origin, status])).toEqual([
      ['permission', 'settled'],
    ]);
  });

  it('is not said to be unasked if nobody can read it', async () => {
    const { test, session } = await play([
      { ask: { toolCall: { ...CALL, rawInput: { plan: 'x' } }, onAllowed: [WRITE, DONE] } },
    ]);
    await session.question();
    await session.answer('allow');
    const found = await changesUntil(test, session, ([first]) => first);
    expect(found.change).toMatchObject({ origin: 'scan', afterTheFact: true, asked: 'not-shown' });
  });

  it('is asked for once, though the agent has Airlock write it then', async () => {
    const { session, text, changes } = await play([
      {
        ask: {
          toolCall: { ...CALL, content: [DIFF] },
          onAllowed: [{ write: { path: 'file.txt', content: PROPOSED } }, { say: 'Written.' }],
        },
      },
    ]);
    await session.question();
    await session.answer('allow');
    await session.turnEnded();
    expect(session.transcript()).toContain('agent: Written.');
    expect(text()).toBe(PROPOSED);
    expect((await changes()).filter(({ status }) => status === 'open')).toEqual([]);
  });
});

describe('an agent that tells us of a write and writes the file itself', () => {
  it('has its edit taken out again when it is rejected', async () => {
    const { test, session, text } = await play([
      { parallel: [[{ write: { path: 'file.txt', content: PROPOSED } }], [WRITE]] },
    ]);
    const found = await changesUntil(test, session, (changes) =>
      changes.find(({ change, status }) => status === 'open' && change.afterTheFact),
    );
    const [result] = [
      await test.changes.decide(session.id, [
        {
          changeId: found.change.changeId,
          hunks: found.hunks.map(({ hunk }) => ({ hunkId: hunk.id, verdict: 'reject' })),
        },
      ]),
    ];
    unwrap(result);
    await session.turnEnded();
    expect(text()).toBe(BASE);
  });

  it('leaves it to the answer if it has asked before', async () => {
    const { agent, test, session, text } = await play([
      {
        parallel: [
          [{ ask: { toolCall: { ...CALL, content: [DIFF] }, onRejected: [{ say: 'No.' }] } }],
          [{ stallUntil: 'asked' }, WRITE],
        ],
      },
    ]);
    await session.question();
    await changesUntil(test, session, ([first]) => first);
    agent.open('asked');
    const found = await changesUntil(test, session, (changes) =>
      changes.find(({ change, status }) => status === 'open' && change.afterTheFact),
    );
    expect(found.change.asked).toBe('not-awaited');
    await session.answer('reject');
    await session.turnEnded();
    expect(text()).toBe(BASE);
  });
});
