import { chownSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { AirlockHarness, newSessionId, value } from '#test/support/airlockHarness';
import { put, settle, shown, turn } from '#test/support/guardedSession';

afterEach(() => vi.restoreAllMocks());

const MINE = `#!/bin/sh\n${'mine\n'.repeat(100)}`;
const EVIL = `#!/bin/sh\n${'evil evil\n'.repeat(80)}`;
const HALF = 60;

// Shows I13 for a file that is overwritten in its own place. Only root can make a file another owner's.
describe.runIf(process.getuid?.() === 0)('a guarded file of another owner', () => {
  it('is not left half written by an end in the middle of restoring it', async () => {
    const harness = new AirlockHarness();
    const repository = await harness.repository();
    const sessionId = newSessionId();
    const session = await harness.open(repository.path, { sessionId });
    put(repository.path, { '.git/hooks/pre-push': MINE });
    const hook = repository.join('.git/hooks/pre-push');
    await turn(session, () => writeFileSync(hook, EVIL));
    chownSync(hook, 1234, 1234);
    value(await session.scan());
    const listed = shown(session);
    expect(listed).toEqual(['changed repository:hooks/pre-push']);

    const broken = await breakWritesOf(hook, MINE);
    await expect(settle(session, 'restore')).rejects.toThrow();
    expect(readFileSync(hook, 'utf8')).toBe(MINE.slice(0, HALF) + EVIL.slice(HALF));
    broken.mockRestore();
    await session.close();

    const again = await harness.open(repository.path, { sessionId });
    expect(readFileSync(hook, 'utf8')).toBe(EVIL);
    expect(shown(again)).toEqual(listed);
    await settle(again, 'restore');
    expect(readFileSync(hook, 'utf8')).toBe(MINE);
    const left = readdirSync(harness.folder.join('data', sessionId), { recursive: true });
    expect(left.filter((name) => String(name).includes('restoring/'))).toEqual([]);
  });
});

/** The first write of this content writes half of it, and none comes after it, as after a kill. */
async function breakWritesOf(path: string, content: string) {
  const file = await open(path);
  const handles = Object.getPrototypeOf(file) as FileHandle;
  await file.close();
  const write = handles.write as (...args: unknown[]) => Promise<unknown>;
  let isBroken = false;
  return vi.spyOn(handles, 'write').mockImplementation(async function (
    this: FileHandle,
    ...args: unknown[]
  ) {
    const [bytes, , , position] = args;
    if (!isBroken && Buffer.isBuffer(bytes) && bytes.toString() === content && position === 0) {
      isBroken = true;
      await write.call(this, bytes, 0, HALF, 0);
    }
    if (isBroken) throw Object.assign(new Error('The disk is gone.'), { code: 'EIO' });
    return write.apply(this, args) as never;
  });
}
