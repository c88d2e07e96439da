import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { HostedSession } from '#main/host/hostedSession';
import { FaultyFile } from '#test/support/faultyFile';
import { Stage } from '#test/support/stage';
import { type TestSession, unwrap } from '#test/support/testEngine';
import { waitFor } from '#test/support/waitFor';

/** Every file of every session on one disk that is full when the test says so. */
class Disk {
  private readonly files: FaultyFile[] = [];
  private isFull = false;

  readonly openFile = async (path: string) => {
    const file = await FaultyFile.open(path);
    this.files.push(file);
    if (this.isFull) file.room = 0;
    return file;
  };

  fill(): void {
    this.isFull = true;
    for (const file of this.files) file.room = 0;
  }

  free(): void {
    this.isFull = false;
    for (const file of this.files) file.room = Number.POSITIVE_INFINITY;
  }
}

async function hosted(stage: Stage, session: TestSession): Promise<HostedSession> {
  return unwrap(await stage.engine.engine.host.open(session.id));
}

const isFailing = (session: HostedSession) =>
  session.condition.storage.some(({ kind }) => kind === 'failing');

async function untilFailing(session: HostedSession, failing: boolean): Promise<void> {
  if (isFailing(session) === failing) return;
  await waitFor(session.onDidChangeCondition, () => isFailing(session) === failing);
}

describe('a disk that fills up', () => {
  it('is told of; what was sent meanwhile goes on by itself once there is room', async () => {
    const disk = new Disk();
    const stage = await Stage.play('echo', { openFile: disk.openFile });
    const session = await stage.readySession();
    const host = await hosted(stage, session);
    disk.fill();
    await session.send('Are you there?');
    await untilFailing(host, true);
    expect(host.condition.storage).toEqual([
      {
        kind: 'failing',
        title: 'Airlock cannot save this session: the disk is full.',
        advice: 'Nothing is lost yet: free some space, and it goes on by itself.',
      },
    ]);
    expect([...stage.engine.engine.host.unsaved]).toEqual([session.id]);
    // I3: the agent has not heard of it yet.
    expect(stage.received('session/prompt')).toEqual([]);
    disk.free();
    unwrap(await stage.engine.engine.host.retrySaving(session.id));
    await untilFailing(host, false);
    await session.turnEnded();
    expect(host.condition.storage).toEqual([]);
    expect(stage.engine.engine.host.unsaved.size).toBe(0);
    const again = await stage.reopen(session.id);
    expect(again.transcript()).toEqual(['user: Are you there?', 'agent: Are you there?']);
  });

  it('leaves a turn that waits for it stoppable', async () => {
    const disk = new Disk();
    const stage = await Stage.play('echo', { openFile: disk.openFile });
    const session = await stage.readySession();
    disk.fill();
    await session.send('Never mind.');
    await session.stop();
    await session.turnEnded();
    expect(session.state.head.lastTurnEnd).toBe('cancelled');
    expect(stage.received('session/prompt')).toEqual([]);
    disk.free();
  });

  it('holds an answer back until it is saved', async () => {
    const disk = new Disk();
    const stage = await Stage.play('permission', { openFile: disk.openFile });
    const session = await stage.session('May you?');
    const { question, requestId } = await session.question();
    if (!('options' in question)) throw new Error('It is no permission request.');
    const host = await hosted(stage, session);
    disk.fill();
    const optionId = question.options[0]?.id ?? '';
    await session.command({ type: 'permission.answer', requestId, optionId });
    await untilFailing(host, true);
    expect(stage.answers('session/request_permission')).toEqual([]);
    disk.free();
    await session.turnEnded();
    expect(stage.answers('session/request_permission')).toHaveLength(1);
  });

  it('does not keep the program from ending', async () => {
    const disk = new Disk();
    const stage = await Stage.play('echo', { openFile: disk.openFile });
    const session = await stage.readySession();
    disk.fill();
    await session.send('Hello?');
    await untilFailing(await hosted(stage, session), true);
    await stage.engine.stop();
    disk.free();
    await stage.quiet();
    expect(stage.received('session/prompt')).toEqual([]);
  });
});

function canMount(): boolean {
  return process.platform === 'linux' && process.getuid?.() === 0;
}

describe.skipIf(!canMount())('a disk that is really full', () => {
  it('lets the conversation go on when it is freed', async ({ skip }) => {
    let ballast = '';
    const stage = await Stage.play(
      { turns: [[{ say: '{{repeat abcdefgh 80000}}' }, { say: ' The end.' }]] },
      {
        prepareData: (folder) => {
          try {
            execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]);
          } catch (error) {
            // Root in a container may still not mount; the disk above stands in for it.
            skip(`cannot mount: ${error}`);
          }
          onTestFinished(() => void execFileSync('umount', ['-l', folder]));
          ballast = join(folder, 'ballast');
        },
      },
    );
    const session = await stage.readySession();
    writeFileSync(ballast, Buffer.alloc(700 * 1024));
    const host = await hosted(stage, session);
    await session.send('Talk.');
    await untilFailing(host, true);
    rmSync(ballast);
    await untilFailing(host, false);
    await session.turnEnded();
    expect((await session.wholeTranscript()).at(-1)).toMatch(/abcdefgh The end\.$/);
  });
});

describe('a session that is not whole', () => {
  it('says what cannot be read, and shows the rest', async () => {
    const stage = await Stage.play('echo');
    const session = await stage.session('Hello');
    await session.turnEnded();
    await stage.engine.stop();
    appendFileSync(stage.logFile(session.id), 'this is no event\n');
    const again = await stage.reopen(session.id);
    expect((await hosted(stage, again)).condition.storage).toEqual([
      expect.objectContaining({
        kind: 'damaged',
        title: '1 event of this session cannot be read any more.',
      }),
    ]);
    expect(again.transcript()).toEqual(['user: Hello', 'agent: Hello']);
  });

  it('that cannot be read at all is told of, and the others are listed', async () => {
    const stage = await Stage.play('echo');
    const [lost, kept] = [await stage.session('One'), await stage.session('Two')];
    await lost.turnEnded();
    await kept.turnEnded();
    await stage.engine.stop();
    rmSync(stage.logFile(lost.id));
    mkdirSync(stage.logFile(lost.id));
    await stage.restart();
    const { host } = stage.engine.engine;
    expect(host.list().map(({ id }) => id)).toEqual([kept.id]);
    expect(await host.unreadable()).toEqual([{ id: lost.id, message: expect.any(String) }]);
  });

  it('of a newer version says so before anything is tried', async () => {
    const stage = await Stage.play('echo');
    const session = await stage.session('Hello');
    await session.turnEnded();
    await stage.engine.stop();
    const seq = session.state.head.seq + 1;
    appendFileSync(stage.logFile(session.id), `{"v":99,"seq":${seq},"at":1,"type":"x.y"}\n`);
    const again = await stage.reopen(session.id);
    expect((await hosted(stage, again)).condition.storage).toMatchObject([{ kind: 'read-only' }]);
  });
});
