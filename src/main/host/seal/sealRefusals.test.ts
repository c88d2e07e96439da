import { describe, expect, it, onTestFinished } from 'vitest';
import { fail, ok } from '#shared/errors';
import {
  KEPT_REFUSALS,
  type KnownRefusal,
  type LoggedRefusal,
  type SealedPlace,
} from '#shared/seal';
import { testFolder } from '#test/support/testFolder';
import { HeardRefusals, isShown } from './sealRefusals';

const place = (path: string, access: SealedPlace['access']): SealedPlace => ({
  path,
  access,
  why: 'because',
});

function stage(
  known: (folder: ReturnType<typeof testFolder>) => readonly KnownRefusal[] = () => [],
) {
  const folder = testFolder();
  for (const name of ['shown/a.txt', 'closed/a.txt', 'keys/id']) folder.write(name, 'x');
  const recorded: LoggedRefusal[] = [];
  const heard = new HeardRefusals({
    known: known(folder),
    record: (refusal) => recorded.push(refusal),
    home: folder.join('home'),
    now: () => 5,
    places: async () => [
      place(folder.join('shown'), 'read'),
      place(folder.join('home'), 'scratch'),
    ],
    allowance: async (path) =>
      path.includes('keys') ? fail('refused', 'It can contain keys.') : ok(path),
  });
  onTestFinished(() => heard.dispose());
  const list = async () => {
    await heard.drain();
    return heard.list().refusals.map(({ access, path, closed }) => `${access} ${path} ${closed}`);
  };
  return { folder, heard, list, recorded };
}

describe('refusals that are heard of', () => {
  it('are listed if the path is there and the seal does not show it', async () => {
    const { folder, heard, list } = stage();
    const [shown, closed, keys] = ['shown', 'closed', 'keys'].map((name) => folder.join(name));
    heard.hear(`cat: ${closed}/a.txt: No such file or directory`, 'command');
    heard.hear(`cat: ${closed}/missing/b.txt: No such file or directory`, 'command');
    heard.hear(`cat: ${shown}/a.txt: Permission denied`, 'agent');
    heard.hear(`touch: cannot touch '${shown}/a.txt': Read-only file system`, 'tool');
    heard.hear(`cat: ${keys}/id: No such file or directory`, 'command');
    expect(await list()).toEqual([
      `read ${keys}/id It can contain keys.`,
      `write ${shown}/a.txt null`,
      `read ${closed}/a.txt null`,
    ]);
    expect(heard.list().refusals[2]).toEqual({
      path: `${closed}/a.txt`,
      access: 'read',
      source: 'command',
      words: `cat: ${closed}/a.txt: No such file or directory`,
      at: 5,
      grant: `${closed}/a.txt`,
      closed: null,
    });
  });

  it('name the folder to be allowed where the file itself is not there', async () => {
    const { folder, heard, list } = stage();
    const closed = folder.join('closed');
    heard.hear(`sh: cannot create ${closed}/new.txt: Directory nonexistent`, 'command');
    await list();
    expect(heard.list().refusals).toMatchObject([{ path: `${closed}/new.txt`, grant: closed }]);
    heard.forget(closed);
    expect(await list()).toEqual([]);
  });

  it('are put together from pieces, without the codes of terminals', async () => {
    const { folder, heard, list } = stage();
    const path = folder.join('closed/a.txt');
    heard.hearPiece('one', `\u001b[31mcat: ${path.slice(0, 9)}`, 'command');
    heard.hearPiece('two', 'other\n', 'command');
    heard.hearPiece('one', `${path.slice(9)}\u001b[0m: No such file or directory\r\n`, 'command');
    expect(await list()).toEqual([`read ${path} null`]);
  });

  it('are recorded, and listed again when the session is opened, unless the seal shows them by now', async () => {
    const { folder, heard, list, recorded } = stage();
    const closed = folder.join('closed/a.txt');
    heard.hear(`cat: ${closed}: No such file or directory`, 'command');
    await list();
    expect(recorded).toEqual([
      {
        path: closed,
        access: 'read',
        source: 'command',
        words: `cat: ${closed}: No such file or directory`,
        grant: closed,
      },
    ]);
    const later = stage((again) =>
      ['closed/gone.txt', 'shown/a.txt', 'keys/id'].map((name) => ({
        path: again.join(name),
        access: 'read',
        source: 'tool',
        words: 'No such file',
        grant: again.join(name),
        at: 1,
      })),
    );
    expect(await later.list()).toEqual([
      `read ${later.folder.join('keys/id')} It can contain keys.`,
      `read ${later.folder.join('closed/gone.txt')} null`,
    ]);
    expect(later.heard.list()).toMatchObject({
      refusals: [{ at: 1 }, { at: 1 }],
      isComplete: true,
    });
    expect(later.recorded).toEqual([]);
  });

  it('are left out where the path is longer than any', async () => {
    const { heard, list, recorded } = stage();
    heard.refused(`/${'x'.repeat(5_000)}`, 'write', 'Only the copy.');
    heard.refused(`/${'x'.repeat(5_000)}`, 'read', null);
    expect(await list()).toEqual([]);
    expect(recorded).toEqual([]);
  });

  it('are kept up to a bound, which is told', async () => {
    const { folder, heard, list } = stage();
    for (let number = 0; number < KEPT_REFUSALS + 5; number++) {
      heard.refused(folder.join(`closed/${number}`), 'write', 'Only the copy.');
    }
    expect(await list()).toHaveLength(KEPT_REFUSALS);
    expect(heard.list().isComplete).toBe(false);
    expect(heard.count).toBe(KEPT_REFUSALS);
  });
});

describe('what a seal shows', () => {
  const places = [place('/a', 'read'), place('/a/b', 'write'), place('/a/b/c', 'hidden')];
  it.each([
    ['/a/x', 'read', true],
    ['/a/x', 'write', false],
    ['/a/b/x', 'write', true],
    ['/a/b/c/x', 'read', false],
    ['/ab', 'read', false],
  ] as const)('%s to %s: %s', (path, access, expected) => {
    expect(isShown(path, access, places)).toBe(expected);
  });
});
