import { existsSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import type { DeletedTree } from '#main/trash/deletedTrees';
import { Trash, type TrashOptions } from '#main/trash/trash';
import type { Result } from '#shared/errors';
import type { SessionId } from '#shared/ids';
import { MemoryLogger } from '#test/support/memoryLogger';
import type { TemporaryFolder } from '#test/support/temporaryFolder';
import { testFolder } from '#test/support/testFolder';

export const one = 'ses_trash000001' as SessionId;
export const two = 'ses_trash000002' as SessionId;
export const three = 'ses_trash000003' as SessionId;
export const facts = { reason: 'deleted', title: 'Fix it', project: '/project' } as const;
export const DAY = 24 * 60 * 60 * 1000;

export function value<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

export function setUp() {
  const folder = testFolder();
  const told: string[] = [];
  const note = (what: string) => async (place: DeletedTree) => {
    told.push(`${what} ${place.workRoot.replace(folder.path, '')}`);
  };
  let now = Date.UTC(2026, 0, 1);
  const open = async (limits?: TrashOptions['limits']) => {
    const trash = await Trash.open({
      folder: folder.join('trash'),
      places: {
        session: folder.folder('sessions'),
        airlock: folder.folder('airlock'),
        worktree: folder.folder('worktrees'),
      },
      trees: { follow: note('follow'), forget: note('forget') },
      logger: new MemoryLogger(),
      clock: () => now,
      ...(limits && { limits }),
    });
    onTestFinished(() => trash.close());
    return trash;
  };
  const pass = (milliseconds: number) => {
    now += milliseconds;
  };
  return { folder, open, told, pass };
}

export function makeSession(folder: TemporaryFolder, id: SessionId, bytes = 10): void {
  folder.write(`sessions/${id}/log.ndjson`, 'log');
  folder.write(`airlock/${id}/airlock.json`, '{}');
  folder.write(`worktrees/${id}/deep/file.txt`, 'x'.repeat(bytes));
}

export function placesOf(folder: TemporaryFolder, id: SessionId): readonly boolean[] {
  return ['sessions', 'airlock', 'worktrees'].map((place) => existsSync(folder.join(place, id)));
}

/** Opens the trash once a day until it is empty, and returns the number of that day. */
export async function daysKept(
  open: () => Promise<Trash>,
  pass: (milliseconds: number) => void,
): Promise<number> {
  for (let days = 0; days < 100; days++) {
    pass(DAY);
    const trash = await open();
    await trash.drain();
    const isEmpty = trash.list().entries.length === 0;
    await trash.close();
    if (isEmpty) return days + 1;
  }
  throw new Error('It is never removed.');
}

export const ALL = [true, true, true];
export const NONE = [false, false, false];
