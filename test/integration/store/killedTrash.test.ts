import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Trash } from '#main/trash/trash';
import { bundle } from '#test/support/bundle';
import { MemoryLogger } from '#test/support/memoryLogger';
import { TemporaryFolder } from '#test/support/temporaryFolder';
import { testFolder } from '#test/support/testFolder';

const RUNS = process.env.AIRLOCK_LONG_TESTS ? 200 : 8;
const ids = ['ses_killedtrash1', 'ses_killedtrash2', 'ses_killedtrash3'];
const parts = { session: 'sessions', airlock: 'airlock', worktree: 'worktrees' } as const;
const nothing = async () => undefined;

const built = new TemporaryFolder();
let discarder: string;
beforeAll(async () => {
  discarder = await bundle('test/fixtures/store/discarder.ts', built.join('discarder.mjs'));
});
afterAll(() => built.dispose());

/** Kills it a moment after so many sessions were moved. */
async function runUntilKilled(root: string, moves: number): Promise<void> {
  const child = spawn(process.execPath, [discarder, root, ...ids], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
  });
  const exited = once(child, 'exit');
  let seen = 0;
  for await (const _ of createInterface({ input: child.stdout })) {
    if (++seen === moves) child.kill('SIGKILL');
  }
  await exited;
}

function openTrash(folder: TemporaryFolder): Promise<Trash> {
  return Trash.open({
    folder: folder.join('trash'),
    places: {
      session: folder.folder('sessions'),
      airlock: folder.folder('airlock'),
      worktree: folder.folder('worktrees'),
    },
    trees: { follow: nothing, forget: nothing },
    logger: new MemoryLogger(),
  });
}

describe('a program that is killed while it deletes and restores', () => {
  it(`leaves every session complete, in place or in the trash, ${RUNS} times`, async () => {
    const folder = testFolder();
    for (const id of ids) {
      for (const place of Object.values(parts)) folder.write(`${place}/${id}/file.txt`, id);
    }
    for (let run = 0; run < RUNS; run++) {
      await runUntilKilled(folder.path, 1 + (run % 7));
      // Every other time what it was doing can no longer be read.
      const items = readdirSync(folder.join('trash'));
      const damaged = run % 2 === 1 ? items[run % Math.max(1, items.length)] : undefined;
      if (damaged) writeFileSync(folder.join('trash', damaged, 'item.json'), '{"v":1,"st');
      const trash = await openTrash(folder);
      for (const id of ids) {
        const item = trash.list().entries.find(({ sessionId }) => sessionId === id);
        for (const [part, place] of Object.entries(parts)) {
          const here = folder.join(place, id, 'file.txt');
          const away = folder.join('trash', item?.id ?? 'none', part, 'file.txt');
          const found = [here, away].filter((path) => existsSync(path));
          expect(found).toHaveLength(1);
          expect(readFileSync(found[0] ?? '', 'utf8')).toBe(id);
          if (!damaged) expect(found[0]).toBe(item === undefined ? here : away);
        }
      }
      for (const { id, sessionId } of trash.list().entries) {
        // All of it was put back already; only its description is left, and damaged.
        const isBack = Object.values(parts).every((place) =>
          existsSync(folder.join(place, sessionId, 'file.txt')),
        );
        if (isBack) {
          rmSync(folder.join('trash', id), { recursive: true });
          continue;
        }
        // What was cut off between two parts is found by the next start, as files without a session.
        await trash.discard(sessionId, { reason: 'orphan', title: null, project: null });
        expect(await trash.restore(id)).toMatchObject({ ok: true });
      }
      for (const id of ids) {
        for (const place of Object.values(parts)) {
          expect(existsSync(folder.join(place, id, 'file.txt'))).toBe(true);
        }
      }
      await trash.close();
    }
  });
});
