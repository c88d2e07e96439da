import {
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { RestoringFiles } from '#main/airlock/guard/restoringFiles';
import { AirlockHarness, newSessionId, newTurnId, value } from '#test/support/airlockHarness';
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

describe.runIf(process.getuid?.() === 0)('a restore that a full disk ends', () => {
  it('does not change what the user writes after that, also at the next start', async () => {
    const harness = new AirlockHarness();
    const repository = await harness.repository();
    const sessionId = newSessionId();
    const session = await harness.open(repository.path, { sessionId });
    put(repository.path, { '.git/hooks/pre-push': MINE });
    const hook = repository.join('.git/hooks/pre-push');
    await turn(session, () => writeFileSync(hook, ''));
    chownSync(hook, 1234, 1234);
    value(await session.scan());
    const handles = await fileHandles(hook);
    const truncating = vi
      .spyOn(handles, 'truncate')
      .mockRejectedValueOnce(Object.assign(new Error('The disk is full.'), { code: 'ENOSPC' }));
    await expect(settle(session, 'restore')).rejects.toThrow();
    truncating.mockRestore();
    expect(readFileSync(hook, 'utf8')).toBe('');
    writeFileSync(hook, MINE.slice(0, HALF));
    await session.close();
    const again = await harness.open(repository.path, { sessionId });
    expect(readFileSync(hook, 'utf8')).toBe(MINE.slice(0, HALF));
    expect(shown(again)).toEqual(['changed repository:hooks/pre-push']);
  });
});

describe('a restore that an end cut short', () => {
  async function startAndClose(isWithinTurn: boolean) {
    const harness = new AirlockHarness();
    const repository = await harness.repository();
    const sessionId = newSessionId();
    const open = () => harness.open(repository.path, { sessionId });
    const session = await open();
    if (isWithinTurn) value(await session.checkpoint(newTurnId()));
    await session.close();
    const restoring = harness.folder.join('data', sessionId, 'restoring');
    return { restoring, repository, open };
  }

  it.each([
    ['garbage', 'no note'],
    ['newer', '{"v":2}'],
  ])('is said when its note cannot be read, which is kept: %s', async (_, text) => {
    const { restoring, open } = await startAndClose(false);
    const name = `${'ab'.repeat(12)}.json`;
    mkdirSync(restoring);
    writeFileSync(`${restoring}/${name}`, text);
    const again = await open();
    value(await again.scan());
    expect(again.changes.guarded.unfinished).toContain(`${restoring}/${name}`);
    expect(readFileSync(`${restoring}/${name}`, 'utf8')).toBe(text);

    await turn(again, () => undefined);
    expect(again.changes.guarded.unfinished).toBeNull();
    const [kept = ''] = readdirSync(restoring);
    expect(kept).toMatch(/\.unreadable-/);
    expect(readFileSync(`${restoring}/${kept}`, 'utf8')).toBe(text);
  });

  it('is not spoken of while the project is away, if there was none', async () => {
    const { open, repository } = await startAndClose(false);
    renameSync(repository.path, `${repository.path}.away`);
    const again = await open();
    expect(again.changes.guarded.unfinished).toBeNull();
    expect(again.changes.guarded.fault).toContain('was moved, renamed or deleted');
  });

  it.each([false, true])('is reported until it is fixed, within a turn: %s', async (isWithin) => {
    const { open } = await startAndClose(isWithin);
    const fault = Object.assign(new Error('The disk does not answer.'), { code: 'EIO' });
    const left = vi.spyOn(RestoringFiles.prototype, 'left').mockRejectedValue(fault);
    const again = await open();
    expect(again.changes.guarded.unfinished).toContain('The disk does not answer.');
    value(await again.scan());
    expect(again.changes.guarded.unfinished).toContain('The disk does not answer.');
    left.mockRestore();
    value(await again.scan());
    expect(again.changes.guarded.unfinished).toBeNull();
  });
});

it('a killed restore leaves no extra file beside the user’s file', async () => {
  const harness = new AirlockHarness();
  const repository = await harness.repository({ 'sub/a.txt': 'a\n' });
  const sessionId = newSessionId();
  const session = await harness.open(repository.path, { sessionId });
  await turn(session, () => put(repository.path, { 'sub/a.txt': 'evil\n' }));
  // What is noted stays, as after a kill.
  const done = vi.spyOn(RestoringFiles.prototype, 'done').mockResolvedValue();
  await settle(session, 'restore');
  await session.close();
  done.mockRestore();
  const restoring = harness.folder.join('data', sessionId, 'restoring');
  const [note = ''] = readdirSync(restoring);
  const { temporary } = JSON.parse(readFileSync(`${restoring}/${note}`, 'utf8'));
  expect(temporary).toMatch(/^\.airlock-/);
  repository.write(`sub/${temporary}`, 'half');
  put(repository.path, { 'sub/a.txt': '' });
  await harness.open(repository.path, { sessionId });
  expect(readdirSync(repository.join('sub'))).toEqual(['a.txt']);
  expect(repository.read('sub/a.txt')).toBe('');
  expect(readdirSync(restoring)).toEqual([]);
});

/** What all open files have in common. */
async function fileHandles(path: string): Promise<FileHandle> {
  const file = await open(path);
  await file.close();
  return Object.getPrototypeOf(file) as FileHandle;
}

/** The first write of this content writes half of it, and none comes after it, as after a kill. */
async function breakWritesOf(path: string, content: string) {
  const handles = await fileHandles(path);
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
