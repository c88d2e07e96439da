import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ChangeView } from '#shared/airlock/changeView';
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
