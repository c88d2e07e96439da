import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { spawnProgram } from '#main/base/process/spawnProgram';
import { killLeftBehind, type LeftBehind, leftBehindBy } from '#main/ptyHost/ptySession';
import { gone, isAlive } from '#test/support/processes';

/** Runs a command as the leader of a session, and returns its pid when it has ended. */
async function run(command: string): Promise<number> {
  const child = spawnProgram('sh', ['-c', command], { detached: true, stdio: 'ignore' });
  await once(child, 'exit');
  return child.pid as number;
}

/** A session whose leader has ended, and one program of it that has not. */
async function leaveOne(): Promise<{ readonly left: LeftBehind; readonly pid: number }> {
  const left = leftBehindBy(await run('sleep 1000 &'));
  if (left === null) throw new Error('The program has ended.');
  const [pid = 0] = [...(left.members ?? new Map<number, string>()).keys()];
  onTestFinished(() => {
    if (isAlive(pid)) process.kill(pid, 'SIGKILL');
  });
  return { left, pid };
}

describe.runIf(process.platform === 'linux')('what a command leaves running', () => {
  it('is nothing if all of its programs have ended, or if its pid is used again', async () => {
    expect(leftBehindBy(await run('true'))).toBeNull();
    expect(leftBehindBy(process.pid)).toBeNull();
  });

  it('is killed', async () => {
    const { left, pid } = await leaveOne();
    killLeftBehind([left]);
    await gone(() => [pid]);
  });

  it('is not killed if it is another session that got the same pid', async () => {
    const { left, pid } = await leaveOne();
    const earlier = new Map([
      [pid, 'earlier'],
      [pid + 1, left.members?.get(pid) ?? ''],
    ]);
    killLeftBehind([{ ...left, members: earlier }]);
    expect(isAlive(pid)).toBe(true);
    // Were it killed by now, this would find out that it is gone.
    await run('true');
    expect(isAlive(pid)).toBe(true);
  });
});
