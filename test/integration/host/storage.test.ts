import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { HostedSession } from '#main/host/session/hostedSession';
import type { AgentId } from '#shared/ids';
import { FaultyFile } from '#test/support/faultyFile';
import { scriptedAgent } from '#test/support/scenario';
import { Stage } from '#test/support/stage';
import { TestEngine, type TestSession, unwrap } from '#test/support/testEngine';
import { testFolder } from '#test/support/testFolder';
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
  it('keeps no session from being deleted that cannot be saved', async () => {
    const disk = new Disk();
    const stage = await Stage.play('echo', { openFile: disk.openFile });
    const session = await stage.readySession();
    const host = await hosted(stage, session);
    disk.fill();
    await session.send('Are you there?');
    await untilFailing(host, true);
    const engine = stage.engine.engine;
    const item = unwrap(await engine.host.delete(session.id));
    expect(engine.host.list()).toEqual([]);
    expect(engine.trash.list().entries).toMatchObject([{ id: item, problem: null }]);
    disk.free();
    unwrap(await engine.host.restore(item));
    expect(engine.host.list()).toMatchObject([{ id: session.id }]);
  });

  it('is reported; prompts sent meanwhile continue once there is room', async () => {
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
        advice: 'Nothing is lost yet: free some disk space, and saving resumes automatically.',
      },
    ]);
    expect([...stage.engine.engine.host.unsaved]).toEqual([session.id]);
    // Shows I3: the agent has not heard of it yet.
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

  it('leaves a waiting turn stoppable', async () => {
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

  it('delays an answer until it is saved', async () => {
    const disk = new Disk();
    const stage = await Stage.play('permission', { openFile: disk.openFile });
    const session = await stage.session('May you?', 'scripted', 'in-place');
    const { question, requestId } = await session.question();
    if (!('options' in question)) throw new Error('It is no permission request.');
    const host = await hosted(stage, session);
    disk.fill();
    const optionId = question.options[0]?.id ?? '';
    await session.command({ type: 'permission.answer', requestId, optionId });
    await untilFailing(host, true);
    // The agent has read all that it was sent before it answers this.
    unwrap(await stage.engine.engine.host.listRemote('scripted' as AgentId, stage.project));
    expect(stage.answers('session/request_permission')).toEqual([]);
    disk.free();
    await session.turnEnded();
    expect(stage.answers('session/request_permission')).toHaveLength(1);
  });

  it('queues a message to a working agent instead of sending it unsaved', async () => {
    const disk = new Disk();
    const stage = await Stage.play('steering', { openFile: disk.openFile });
    const session = await stage.session('Begin');
    await stage.journal.waitForStep('stallUntil');
    disk.fill();
    await session.command({ type: 'prompt.steer', content: [{ type: 'text', text: 'Faster' }] });
    await session.until('the notice', () => session.entries('notice').length > 0);
    expect(session.last('notice').title).toContain('could not be saved');
    expect(session.state.head.queue).toHaveLength(1);
    expect(stage.received('_session/steering')).toEqual([]);
    disk.free();
    stage.agent.open('end');
    await session.until('two turns', () => session.entries('turn-end').length === 2);
    expect(session.state.head.queue).toEqual([]);
  });

  it('does not keep the program from exiting', async () => {
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
  it('lets the conversation continue when space is freed', async ({ skip }) => {
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

describe('a damaged session', () => {
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
        title: '1 event of this session can no longer be read.',
      }),
    ]);
    expect(again.transcript()).toEqual(['user: Hello', 'agent: Hello']);
  });

  it('that cannot be read at all is reported, and the others are listed', async () => {
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

describe('a list of changes that is lost', () => {
  it.each([
    ['isolated', ['agent.txt'], 'compares the agent’s copy'],
    ['in-place', [], 'counts as yours now'],
  ] as const)('%s: lists %j again, and says what it means', async (isolation, listed, words) => {
    const folder = testFolder();
    const agent = scriptedAgent(folder, { turns: [[{ say: 'Done.' }]] });
    const start = () =>
      TestEngine.start(folder.join('data'), { scripted: agent }, { workplaces: undefined });
    const first = await start();
    const session = await first.create('scripted', folder.folder('project'), 'Go', isolation);
    await session.turnEnded();
    await session.drained();
    if (isolation === 'isolated') {
      const changed = waitFor(first.changes.onDidChange, (id) => id === session.id);
      writeFileSync(join(session.state.head.cwd, 'agent.txt'), 'by the agent\n');
      await changed;
    }
    await first.stop();
    truncateSync(folder.join('data', 'airlock', session.id, 'ledger.ndjson'));

    const second = await start();
    const changed = isolation === 'isolated' && waitFor(second.changes.onDidChange, () => true);
    const again = unwrap(await second.engine.host.open(session.id));
    await changed;
    const { changes } = unwrap(await second.changes.list(session.id));
    expect(changes.map(({ change }) => change.path)).toEqual(listed);
    expect(again.condition.storage).toMatchObject([
      { kind: 'damaged', advice: expect.stringContaining(words) },
    ]);
  });
});

describe('files that changed while the app was closed', () => {
  it('are listed as they are by now when the session is opened', async () => {
    const folder = testFolder();
    const agent = scriptedAgent(folder, { turns: [[{ say: 'Done.' }]] });
    const start = () =>
      TestEngine.start(folder.join('data'), { scripted: agent }, { workplaces: undefined });
    const first = await start();
    const session = await first.create('scripted', folder.folder('project'), 'Go', 'isolated');
    await session.turnEnded();
    await session.drained();
    const { cwd } = session.state.head;
    const changed = waitFor(first.changes.onDidChange, (id) => id === session.id);
    writeFileSync(join(cwd, 'early.txt'), 'early\n');
    await changed;
    await first.stop();
    rmSync(join(cwd, 'early.txt'));
    writeFileSync(join(cwd, 'late.txt'), 'late\n');

    const second = await start();
    const caughtUp = waitFor(second.changes.onDidChange, () => true);
    unwrap(await second.engine.host.open(session.id));
    await caughtUp;
    const { changes } = unwrap(await second.changes.list(session.id));
    expect(changes.map(({ change }) => change.path)).toEqual(['late.txt']);
  });
});
