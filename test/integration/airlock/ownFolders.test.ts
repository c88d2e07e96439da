import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decideAll, openChanges, startSession, treeOf, value } from '#test/support/airlockHarness';
import { rejectAll, startInPlace, turn } from '#test/support/inPlaceSession';

// Shows I17 where the agent puts a folder in the place of a file, or a file in the place of a folder.

const TEXT = 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\n';

function start() {
  return startInPlace({ 'a.txt': TEXT, 'd/one.txt': TEXT, 'd/two.txt': 'two\n' });
}

type Started = Awaited<ReturnType<typeof start>>;

/** Git takes the first for a move, and the second for a new file. */
const contents = { 'the same text': TEXT.replace('two', 'agent'), 'another text': 'agent\n' };
const moments = ['at once', 'after a look', 'after a restart'] as const;
const cases = Object.entries(contents).flatMap(([what, text]) =>
  moments.map((when) => ({ what, text, when })),
);

function fileBecomesFolder({ repository, session }: Started, text: string) {
  return turn(session, () => {
    rmSync(repository.join('a.txt'));
    mkdirSync(repository.join('a.txt'));
    repository.write('a.txt/inner.txt', text);
  });
}

function folderBecomesFile({ repository, session }: Started, text: string) {
  return turn(session, () => {
    rmSync(repository.join('d'), { recursive: true });
    repository.write('d', text);
  });
}

async function pass(when: (typeof moments)[number], { session, open }: Started) {
  if (when === 'after a look') value(await session.scan());
  if (when !== 'after a restart') return session;
  await session.close();
  return open();
}

describe('a folder that the agent puts in place of a file', () => {
  it.each(cases)(
    'keeps what the user writes into it, with $what, when all is rejected $when',
    async ({ text, when }) => {
      const started = await start();
      await fileBecomesFolder(started, text);
      const { repository } = started;
      repository.write('a.txt/inner.txt', `${repository.read('a.txt/inner.txt')}mine\n`);
      repository.write('a.txt/own.txt', 'my own\n');
      const session = await pass(when, started);
      await rejectAll(session);
      expect(repository.read('a.txt/own.txt')).toBe('my own\n');
      expect(repository.read('a.txt/inner.txt')).toContain('mine\n');
      expect(repository.read('a.txt.before')).toBe(TEXT);
      await turn(session, () => undefined);
      await rejectAll(session);
      expect(repository.read('a.txt/own.txt')).toBe('my own\n');
    },
  );

  it.each(Object.entries(contents))(
    'keeps it, with %s, when the files are rewound',
    async (_, text) => {
      const started = await start();
      const turnId = await fileBecomesFolder(started, text);
      const { repository, session } = started;
      repository.write('a.txt/inner.txt', `${repository.read('a.txt/inner.txt')}mine\n`);
      repository.write('a.txt/own.txt', 'my own\n');
      value(await session.changes.rewind(turnId));
      expect(repository.read('a.txt/own.txt')).toBe('my own\n');
      expect(repository.read('a.txt/inner.txt')).toContain('mine\n');
    },
  );

  it.each(Object.entries(contents))(
    'is replaced by the file where the user wrote nothing, with %s',
    async (_, text) => {
      const started = await start();
      await fileBecomesFolder(started, text);
      const { repository, session } = started;
      await rejectAll(session);
      expect(repository.read('a.txt')).toBe(TEXT);
      expect(openChanges(session)).toEqual([]);
    },
  );
});

it('a file that the agent replaced by a folder is listed although the user has written to the folder', async () => {
  const started = await start();
  const { repository, session } = started;
  repository.write('a.txt.before', 'another\n');
  await fileBecomesFolder(started, 'agent\n');
  repository.write('a.txt/own.txt', 'my own\n');
  value(await session.scan());
  const listed = openChanges(session).map(({ change }) => [change.path, change.proposed === null]);
  expect(listed.sort()).toEqual([
    ['a.txt.before.before', true],
    ['a.txt/inner.txt', false],
  ]);
});

describe('a file that the agent puts in place of a folder', () => {
  it.each(cases)(
    'keeps what the user writes to it, with $what, when all is rejected $when',
    async ({ text, when }) => {
      const started = await start();
      await folderBecomesFile(started, text);
      const { repository } = started;
      repository.write('d', `${repository.read('d')}mine\n`);
      const session = await pass(when, started);
      await rejectAll(session);
      expect(repository.read('d')).toContain('mine\n');
      expect(repository.read('d.before/one.txt')).toBe(TEXT);
      expect(repository.read('d.before/two.txt')).toBe('two\n');
      await turn(session, () => undefined);
      await rejectAll(session);
      expect(repository.read('d')).toContain('mine\n');
    },
  );

  it.each(Object.entries(contents))(
    'keeps it, with %s, when the files are rewound',
    async (_, text) => {
      const started = await start();
      const turnId = await folderBecomesFile(started, text);
      const { repository, session } = started;
      repository.write('d', `${repository.read('d')}mine\n`);
      value(await session.changes.rewind(turnId));
      expect(repository.read('d')).toContain('mine\n');
    },
  );

  it.each(Object.entries(contents))(
    'is replaced by the folder where the user wrote nothing, with %s',
    async (_, text) => {
      const started = await start();
      await folderBecomesFile(started, text);
      const { repository, session } = started;
      await rejectAll(session);
      expect(repository.read('d/one.txt')).toBe(TEXT);
      expect(repository.read('d/two.txt')).toBe('two\n');
      expect(existsSync(repository.join('d/one.txt'))).toBe(true);
    },
  );
});

describe('in a copy', () => {
  it('a file and a folder of the same name replace each other when both are accepted', async () => {
    const { repository, session } = await startSession({ 'a.txt': TEXT, 'd/one.txt': TEXT });
    rmSync(join(session.cwd, 'a.txt'));
    mkdirSync(join(session.cwd, 'a.txt'));
    writeFileSync(join(session.cwd, 'a.txt/inner.txt'), TEXT);
    rmSync(join(session.cwd, 'd'), { recursive: true });
    writeFileSync(join(session.cwd, 'd'), TEXT);
    value(await session.scan());
    await decideAll(session, 'accept');
    expect(openChanges(session)).toEqual([]);
    expect(treeOf(repository.path)).toEqual({ 'a.txt/inner.txt': `644 ${TEXT}`, d: `644 ${TEXT}` });
  });
});
