import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SessionStore } from '#main/host/store/sessionStore';
import type { SessionId } from '#shared/ids';
import { isBlobReference } from '#shared/session/content';
import { bundle } from '#test/support/bundle';
import { TemporaryFolder } from '#test/support/temporaryFolder';
import { testFolder } from '#test/support/testFolder';

const RUNS = process.env.AIRLOCK_LONG_TESTS ? 200 : 8;
const id = 'ses_killed00001' as SessionId;

const built = new TemporaryFolder();
let writer: string;
beforeAll(async () => {
  writer = await bundle('test/fixtures/store/writer.ts', built.join('writer.mjs'));
});
afterAll(() => built.dispose());

/** Lets the writer sync a few times, kills it in the middle of its work, and says what it had synced. */
async function writeUntilKilled(root: string, syncs: number): Promise<number> {
  const child: ChildProcess = spawn(process.execPath, [writer, root, id], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
  });
  const exited = once(child, 'exit');
  let synced = 0;
  let seen = 0;
  if (!child.stdout) throw new Error('no output');
  for await (const line of createInterface({ input: child.stdout })) {
    const [word, seq] = line.split(' ');
    synced = Math.max(synced, Number(seq));
    if (word === 'synced' && ++seen === syncs) child.kill('SIGKILL');
  }
  await exited;
  return synced;
}

describe('a writer that is killed', () => {
  it(`leaves a readable session with every synced event, ${RUNS} times`, async () => {
    const { path: root } = testFolder();
    for (let run = 0; run < RUNS; run++) {
      const synced = await writeUntilKilled(root, 1 + (run % 4));
      const store = await SessionStore.open(root);
      const opened = await store.open(id);
      if (!opened.ok) throw new Error(opened.error.detail);
      const { state, repair, blobs, log } = opened.value;
      expect(log.readOnly).toBeNull();
      expect(state.head.seq).toBeGreaterThanOrEqual(synced);
      expect(repair.log).toMatchObject({ damagedLines: 0, missing: 0, repeated: 0 });
      for (const entry of state.entries.values()) {
        if (entry.kind !== 'tool' || entry.output === null) continue;
        if (!isBlobReference(entry.output)) throw new Error('not a blob');
        const seq = entry.toolCallId.split('_')[1];
        expect((await blobs.get(entry.output.blob))?.toString()).toBe(`${seq} `.repeat(3000));
      }
      await store.dispose();
    }
  });
});
