import { expect, it, onTestFinished } from 'vitest';
import { Emitter } from '#main/base/emitter';
import { fail, ok, type Result } from '#shared/errors';
import { MemoryLogger } from '#test/support/memoryLogger';
import { testFolder } from '#test/support/testFolder';
import type { OpenPty, PtyEnd, PtyHostClient } from './pty/ptyHostClient';
import { UserTerminals } from './userTerminals';

/** A shell whose pty host has just ended, and what opening a terminal gives from then on. */
async function lost(...openings: readonly Result<number>[]) {
  const folder = testFolder();
  const ends = new Emitter<PtyEnd>();
  const answers = [ok(1), ...openings];
  const opened: OpenPty[] = [];
  const ptys = {
    onDidReportTail: () => ({ dispose: () => undefined, [Symbol.dispose]: () => undefined }),
    onDidEnd: ends.event,
    kill: () => undefined,
    open: async (request: OpenPty) => {
      opened.push(request);
      return answers.shift() ?? fail('unavailable', 'There is no more.');
    },
  } as unknown as PtyHostClient;
  const terminals = await UserTerminals.open({
    ptys,
    file: folder.join('terminals.json'),
    logger: new MemoryLogger(),
    shell: () => '/bin/sh',
    environment: async () => ({}),
  });
  onTestFinished(() => {
    terminals.dispose();
    ends.dispose();
  });
  const wish = { cwd: folder.path, sessionId: null, run: null, columns: 80, rows: 24 };
  const created = await terminals.create(wish);
  if (!created.ok) throw new Error(created.error.message);
  const { id } = created.value;
  ends.fire({ id, exitCode: null, signal: null, isLost: true });
  await terminals.returned();
  return { state: terminals.get(id)?.state, opened };
}

const unavailable = fail('unavailable', 'The terminal ended before it started.');

it('starts a lost shell again, also if the pty host ends once more meanwhile', async () => {
  const { state, opened } = await lost(unavailable, unavailable, ok(2));
  expect(state).toEqual({ type: 'running' });
  expect(new Set(opened.map(({ id }) => id)).size).toBe(1);
  expect(opened).toHaveLength(4);
});

it('gives a lost shell up that cannot be started, or not after many attempts', async () => {
  const ended = { type: 'ended', cause: 'lost' };
  const broken = await lost(fail('not-found', 'There is no such program.'), ok(2));
  expect(broken.state).toMatchObject(ended);
  expect(broken.opened).toHaveLength(2);
  const never = await lost();
  expect(never.state).toMatchObject(ended);
  expect(never.opened.length).toBeLessThan(10);
});
