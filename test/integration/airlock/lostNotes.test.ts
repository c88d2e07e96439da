import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SessionAirlock } from '#main/airlock/airlock';
import { STORED_FILE_BYTES } from '#main/airlock/limits';
import { type Files, newTurnId, openChanges, value } from '#test/support/airlockHarness';
import { rejectAll, startInPlace, turn } from '#test/support/inPlaceSession';

// Shows I19 for the notes that looks take for themselves: what cannot be read is unknown, not empty.

type Damage = (path: string) => void;

const damages: readonly (readonly [string, Damage])[] = [
  ['cut short', (path) => writeFileSync(path, '{"v":1,"na')],
  ['empty', (path) => writeFileSync(path, '')],
  ['newer', (path) => writeFileSync(path, '{"v":2,"kept":"otherwise"}')],
  [
    'replaced by a folder',
    (path) => {
      rmSync(path, { force: true });
      mkdirSync(path);
      writeFileSync(join(path, 'inside.txt'), 'somebody put this here');
    },
  ],
];

async function start(files: Files) {
  const started = await startInPlace(files);
  const { harness } = started;
  const note = (name: string) => {
    const [found = ''] = globSync(`**/${name}`, { cwd: harness.folder.join('data') });
    return harness.folder.join('data', found);
  };
  return { ...started, note };
}

function contentOf(path: string): string {
  const inside = join(path, 'inside.txt');
  return readFileSync(existsSync(inside) ? inside : path, 'utf8');
}

/** What lies beside a note, under a name of its own. */
function setAside(note: string): readonly string[] {
  const names = readdirSync(dirname(note), { withFileTypes: true });
  return names
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => path.startsWith(`${note}.unreadable-`))
    .map(contentOf);
}

function listed(session: SessionAirlock): readonly string[] {
  return openChanges(session).map(({ change }) => `${change.kind} ${change.path}`);
}

describe.each(damages)('the note of unseen files: %s', (_, damage) => {
  it('is said in the review until the next turn, and kept', async () => {
    const { repository, session, open, note } = await start({ 'a.txt': 'a\n' });
    repository.write('large.bin', 'mine');
    truncateSync(repository.join('large.bin'), STORED_FILE_BYTES + 1);
    await turn(session, () => truncateSync(repository.join('large.bin'), STORED_FILE_BYTES + 2));
    expect(session.changes.notices.map(({ reason }) => reason)).toContain('changed-unseen');
    await session.close();
    const file = note('unseen.json');
    damage(file);
    const before = contentOf(file);

    const again = await open();
    value(await again.scan());
    expect(again.changes.notices).toContainEqual({ path: file, reason: 'note-lost' });
    expect(contentOf(file)).toBe(before);
    await turn(again, () => repository.write('a.txt', 'agent\n'));
    expect(again.changes.notices.map(({ reason }) => reason)).not.toContain('note-lost');
    expect(listed(again)).toEqual(['modify a.txt']);
    expect(setAside(file)).toEqual([before]);
  });

  it('makes nothing of the user’s the agent’s when the turn could not be ended either', async () => {
    const files = { 'a.txt': 'a\n', '.gitignore': 'secret.txt\n' };
    const { repository, session, open, note } = await start(files);
    repository.write('secret.txt', 'mine\n');
    value(await session.checkpoint(newTurnId()));
    repository.write('.gitignore', '\n');
    value(await session.scan());
    await session.close();
    damage(note('unseen.json'));
    writeFileSync(note('work.index'), 'no index');

    const again = await open();
    await rejectAll(again);
    expect(repository.read('secret.txt')).toBe('mine\n');
    expect(again.changes.notices).toContainEqual({ path: 'secret.txt', reason: 'unclear' });
  });
});

it.each(damages)('the note of left-out files does not end looking: %s', async (_, damage) => {
  const { repository, session, open, note } = await start({ 'a.txt': 'a\n' });
  await turn(session, () => truncateSync(repository.join('a.txt'), STORED_FILE_BYTES + 1));
  await session.close();
  const file = note('left-out.json');
  damage(file);
  const before = contentOf(file);

  const again = await open();
  repository.write('a.txt', 'a\nwhose?\n');
  value(await again.scan());
  expect(again.changes.notices).toEqual([{ path: 'a.txt', reason: 'unclear' }]);
  expect(setAside(file)).toEqual([before]);
});

describe.runIf(process.platform === 'linux').each(damages)('the note of disks: %s', (_, damage) => {
  const UNKNOWN =
    /^data had files and is an empty folder now\. .* cannot read its record of disks: /;

  async function startWithoutDisk() {
    const files = { 'a.txt': 'a\n', 'data/kept.txt': 'kept\n', 'data/deep/more.txt': 'more\n' };
    const { repository, session, open, note } = await start(files);
    await turn(session, () => repository.write('a.txt', 'agent\n'));
    await session.close();
    const file = join(dirname(note('ledger.ndjson')), 'mounts.json');
    damage(file);
    const empty = () => {
      rmSync(repository.join('data'), { recursive: true });
      mkdirSync(repository.join('data'));
    };
    return { repository, open, file, before: contentOf(file), empty };
  }

  it('lets no emptied folder be listed as deleted without a word', async () => {
    const { repository, open, file, before, empty } = await startWithoutDisk();
    empty();
    const again = await open();
    expect(await again.scan()).toMatchObject({
      ok: false,
      error: { message: expect.stringMatching(UNKNOWN) },
    });
    expect(again.lookFault).toMatch(UNKNOWN);
    expect(listed(again)).toEqual(['modify a.txt']);
    expect(contentOf(file)).toBe(before);

    rmSync(repository.join('data'), { recursive: true });
    value(await again.scan());
    expect(again.lookFault).toBeNull();
    expect(setAside(file)).toEqual([before]);
  });

  it('is taken again once nothing is missing', async () => {
    const { open, file, before, empty } = await startWithoutDisk();
    const again = await open();
    value(await again.scan());
    expect(setAside(file)).toEqual([before]);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ v: 1, points: [] });
    empty();
    value(await again.scan());
    expect(again.lookFault).toBeNull();
  });
});
