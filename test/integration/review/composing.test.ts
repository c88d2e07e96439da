import {
  chmodSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Collisions } from '#main/host/compare/collisions';
import { MovedBases } from '#main/host/compare/movedBases';
import { createCompareHandlers } from '#main/ipc/requests/compareRequests';
import type { ChangeView } from '#shared/airlock/changeView';
import type { AgentId, RefreshId, SessionId } from '#shared/ids';
import type { HunkPicks } from '#shared/ipc/compare';
import type { RefreshReport } from '#shared/ipc/refresh';
import type { Step } from '#test/agent/step';
import { GitRepository } from '#test/support/gitRepository';
import { scriptedAgent } from '#test/support/scenario';
import { TestEngine, unwrap } from '#test/support/testEngine';
import { testFolder } from '#test/support/testFolder';
import { waitFor } from '#test/support/waitFor';

const BASE = '1\n2\n3\n4\n5\n6\n7\n8\n';

const write = (path: string, content: string): Step => ({ diskWrite: { path, content } });

function idOf({ refreshId }: RefreshReport): RefreshId {
  if (refreshId === null) throw new Error('Nothing was refreshed.');
  return refreshId;
}

/** Two agents that did this to the same project, each in its own copy. */
async function twoAgents(left: readonly Step[], right: readonly Step[]) {
  const folder = testFolder();
  const files = { 'file.txt': BASE, 'run.sh': 'echo\n' };
  const { path: project } = await GitRepository.createWith(folder.join('project'), files);
  const agents = {
    left: scriptedAgent(folder, { turns: [left] }, 'left'),
    right: scriptedAgent(folder, { turns: [right] }, 'right'),
  };
  const test = await TestEngine.start(folder.join('data'), agents, { workplaces: undefined });
  const { host } = test.engine;
  const collisions = new Collisions(host);
  const movedBases = new MovedBases(host);
  onTestFinished(() => {
    collisions.dispose();
    movedBases.dispose();
  });
  const sessions: SessionId[] = [];
  for (const agent of ['left', 'right']) {
    const session = await test.create(agent, project, 'Go', 'isolated');
    await session.turnEnded();
    sessions.push(session.id);
  }
  const [first, second] = sessions as [SessionId, SessionId];
  const { provenance, unfinished } = test.engine;
  const handlers = createCompareHandlers({ host, collisions, provenance, unfinished });
  const changesOf = async (id: SessionId) => {
    unwrap(await test.changes.look(id));
    return unwrap(await test.changes.list(id)).changes;
  };
  const compose = async (picks: readonly HunkPicks[]) =>
    unwrap(
      await handlers['compare.compose'](
        {
          agentId: 'left' as AgentId,
          folder: project,
          isolation: 'isolated',
          title: 'Composed',
          picks,
          prompt: null,
        },
        0,
      ),
    );
  const workRoot = async (id: SessionId) => {
    const { changes } = unwrap(await test.engine.host.open(id));
    return unwrap(changes).workRoot;
  };
  const acceptAll = async (id: SessionId) => {
    const verdicts = (await changesOf(id)).map(({ change, hunks }) => ({
      changeId: change.changeId,
      hunks: hunks.map(({ hunk }) => ({ hunkId: hunk.id, verdict: 'accept' as const })),
    }));
    return unwrap(await test.changes.decide(id, verdicts));
  };
  return {
    test,
    folder,
    agents,
    project,
    first,
    second,
    handlers,
    collisions,
    movedBases,
    changesOf,
    acceptAll,
    compose,
    workRoot,
  };
}

/** All hunks of these changes, or those with these numbers. */
function picks(
  sessionId: SessionId,
  views: readonly ChangeView[],
  only?: readonly number[],
): HunkPicks[] {
  return views.map(({ change, hunks }) => ({
    sessionId,
    changeId: change.changeId,
    hunkIds: hunks.map(({ hunk }) => hunk.id).filter((_, at) => only?.includes(at) ?? true),
  }));
}

describe('composing a result', () => {
  it('puts hunks of two agents into a copy of its own, to be reviewed like any change', async () => {
    const { test, project, first, second, handlers, changesOf, compose, workRoot } =
      await twoAgents(
        [write('file.txt', 'one\n2\n3\n4\n5\n6\n7\neight\n'), write('left.txt', 'left\n')],
        [write('file.txt', '1\n2\n3\nfour\n5\n6\n7\n8\n')],
      );
    const ofFirst = await changesOf(first);
    const file = ofFirst.filter(({ change }) => change.path === 'file.txt');
    const created = ofFirst.filter(({ change }) => change.path === 'left.txt');
    const { sessionId, conflicts } = await compose([
      ...picks(first, file, [0]),
      ...picks(first, created),
      ...picks(second, await changesOf(second)),
    ]);
    expect(conflicts).toEqual([]);
    const copy = await workRoot(sessionId);
    expect(readFileSync(join(copy, 'file.txt'), 'utf8')).toBe('one\n2\n3\nfour\n5\n6\n7\n8\n');
    expect(readFileSync(join(copy, 'left.txt'), 'utf8')).toBe('left\n');
    expect(readFileSync(join(project, 'file.txt'), 'utf8')).toBe(BASE);
    expect(existsSync(join(project, 'left.txt'))).toBe(false);

    const composed = await changesOf(sessionId);
    expect(composed.map(({ change, status }) => [change.path, status])).toEqual([
      ['file.txt', 'open'],
      ['left.txt', 'open'],
    ]);
    const verdicts = composed.map(({ change, hunks }) => ({
      changeId: change.changeId,
      hunks: hunks.map(({ hunk }) => ({ hunkId: hunk.id, verdict: 'accept' as const })),
    }));
    expect(unwrap(await test.changes.decide(sessionId, verdicts))).toMatchObject({ problems: [] });
    expect(readFileSync(join(project, 'file.txt'), 'utf8')).toBe('one\n2\n3\nfour\n5\n6\n7\n8\n');
    const { title } = (await test.open(sessionId)).state.head;
    expect(title).toBe('Composed');

    await test.engine.provenance.drain();
    const scores = unwrap(await handlers['compare.scores'](null, 0));
    const of = (id: SessionId) => scores.find((score) => score.sessionId === id);
    // Each hunk counts for the agent that wrote it.
    expect(of(sessionId)).toMatchObject({
      isComposed: true,
      turnCount: 0,
      accepted: 0,
      rejected: 0,
      open: 0,
    });
    expect(of(first)).toMatchObject({
      isComposed: false,
      turnCount: 1,
      accepted: 2,
      open: 1,
      addedLines: 2,
      agent: { name: 'left' },
    });
    expect(of(second)).toMatchObject({ accepted: 1, open: 0, agent: { name: 'right' } });
    expect(of(second)?.standing?.day).toEqual({ lines: 0, left: 0, waiting: 1 });
  });

  it('names picks that cannot be applied together, and leaves them out', async () => {
    const { first, second, changesOf, compose, handlers, workRoot } = await twoAgents(
      [write('file.txt', '1\nleft\n3\n4\n5\n6\n7\neight\n'), write('new.txt', 'left\n')],
      [write('file.txt', '1\nright\n3\n4\n5\n6\n7\n8\n'), write('new.txt', 'right\n')],
    );
    const all = [
      ...picks(first, await changesOf(first)),
      ...picks(second, await changesOf(second)),
    ];
    const told = unwrap(await handlers['compare.conflicts']({ picks: all }, 0));
    expect(told).toMatchObject([
      { path: 'file.txt', start: 1, lines: ['2\n'] },
      { path: 'new.txt', lines: [] },
    ]);
    expect(told.map(({ picks }) => picks.map(({ sessionId }) => sessionId))).toEqual([
      [first, second],
      [first, second],
    ]);
    const { sessionId, conflicts } = await compose(all);
    expect(conflicts).toEqual(told);
    const copy = await workRoot(sessionId);
    expect(readFileSync(join(copy, 'file.txt'), 'utf8')).toBe('1\n2\n3\n4\n5\n6\n7\neight\n');
    expect(existsSync(join(copy, 'new.txt'))).toBe(false);
  });

  it('equals the tree of an agent whose changes are all taken', async () => {
    const { first, changesOf, compose, workRoot } = await twoAgents(
      [write('file.txt', 'x\n'), write('deep/new.bin', 'a\0b')],
      [],
    );
    const own = await workRoot(first);
    chmodSync(join(own, 'file.txt'), 0o755);
    rmSync(join(own, 'run.sh'));
    const { sessionId } = await compose(picks(first, await changesOf(first)));
    const copy = await workRoot(sessionId);
    expect(readFileSync(join(copy, 'file.txt'), 'utf8')).toBe('x\n');
    expect(statSync(join(copy, 'file.txt')).mode & 0o111).toBe(0o111);
    expect(readFileSync(join(copy, 'deep/new.bin'), 'latin1')).toBe('a\0b');
    expect(existsSync(join(copy, 'run.sh'))).toBe(false);
  });

  it('leaves out files that two agents would put in one place, whichever comes first', async () => {
    const { first, second, changesOf, compose, handlers, workRoot } = await twoAgents(
      [{ shell: 'git mv file.txt same.txt' }],
      [{ shell: 'git mv run.sh same.txt' }, write('right.txt', 'right\n')],
    );
    const [one, other] = [
      picks(first, await changesOf(first)),
      picks(second, await changesOf(second)),
    ];
    for (const all of [
      [...one, ...other],
      [...other, ...one],
    ]) {
      const told = unwrap(await handlers['compare.conflicts']({ picks: all }, 0));
      expect(told.map(({ path }) => path).sort()).toEqual(['file.txt', 'run.sh']);
    }
    const { sessionId } = await compose([...one, ...other]);
    const copy = await workRoot(sessionId);
    expect(existsSync(join(copy, 'same.txt'))).toBe(false);
    expect(readFileSync(join(copy, 'file.txt'), 'utf8')).toBe(BASE);
    expect(readFileSync(join(copy, 'right.txt'), 'utf8')).toBe('right\n');
  });

  it('leaves out what one agent deletes, links, moves or replaces and another edits, and takes the rest', async () => {
    const base =
      'mkdir -p kept && for name in gone link moved bin mode; do cp file.txt kept/$name; done';
    const { project, first, second, changesOf, compose, handlers, workRoot } = await twoAgents(
      [
        {
          shell: `${base} && cp -r kept/. . && printf 'a\\0b' > bin && ln -sf file.txt link && chmod +x mode && rm -r kept`,
        },
      ],
      [{ shell: `${base} && cp -r kept/. . && printf 'a\\0c' > bin && rm -r kept` }],
    );
    // New files that differ by kind: a link and a text, two binaries; and equal ones, one executable.
    const [one, other] = [
      picks(first, await changesOf(first)),
      picks(second, await changesOf(second)),
    ];
    const told = unwrap(await handlers['compare.conflicts']({ picks: [...one, ...other] }, 0));
    expect(told.map(({ path }) => path).sort()).toEqual(['bin', 'link', 'mode']);
    for (const all of [
      [...one, ...other],
      [...other, ...one],
    ]) {
      const { sessionId, conflicts } = await compose(all);
      expect(conflicts.map(({ path }) => path).sort()).toEqual(['bin', 'link', 'mode']);
      const copy = await workRoot(sessionId);
      expect(['bin', 'link', 'mode'].filter((name) => existsSync(join(copy, name)))).toEqual([]);
      expect(readFileSync(join(copy, 'gone'), 'utf8')).toBe(BASE);
      expect(readFileSync(join(copy, 'moved'), 'utf8')).toBe(BASE);
    }
    expect(existsSync(join(project, 'gone'))).toBe(false);
  });

  it('leaves a file as it is that one agent deletes or turns into a link and another edits', async () => {
    for (const left of [
      'rm file.txt',
      'rm file.txt && ln -s run.sh file.txt',
      'git mv file.txt b',
    ]) {
      const { first, second, changesOf, compose, workRoot } = await twoAgents(
        [{ shell: `${left} && chmod +x run.sh` }],
        [write('file.txt', `${BASE}9\n`), write('run.sh', 'echo more\n')],
      );
      const { sessionId, conflicts } = await compose([
        ...picks(first, await changesOf(first)),
        ...picks(second, await changesOf(second)),
      ]);
      expect(conflicts.map(({ path }) => path)).toEqual(['file.txt']);
      const copy = await workRoot(sessionId);
      expect(lstatSync(join(copy, 'file.txt')).isFile()).toBe(true);
      expect(readFileSync(join(copy, 'file.txt'), 'utf8')).toBe(BASE);
      // The mode of one and the lines of the other fit.
      expect(readFileSync(join(copy, 'run.sh'), 'utf8')).toBe('echo more\n');
      expect(statSync(join(copy, 'run.sh')).mode & 0o111).toBe(0o111);
    }
  });

  it('goes to the trash at the next start if it was cut short', async () => {
    const { test, folder, agents, project, first, changesOf, compose } = await twoAgents(
      [write('left.txt', 'left\n')],
      [write('right.txt', 'right\n')],
    );
    const { sessionId: whole } = await compose(picks(first, await changesOf(first)));
    const cut = await test.create('left', project, 'As if it was being filled', 'isolated');
    await cut.turnEnded();
    await test.engine.unfinished.begin(cut.id);
    await test.stop();
    const again = await TestEngine.start(folder.join('data'), agents, { workplaces: undefined });
    const ids = again.engine.host.list().map(({ id }) => id);
    expect(ids).toContain(whole);
    expect(ids).not.toContain(cut.id);
    expect(JSON.stringify(again.engine.trash.list())).toContain(cut.id);
    expect(readdirSync(folder.join('data', 'composing'))).toEqual([]);
  });

  it('needs no session that was deleted meanwhile, and says so', async () => {
    const { test, project, first, second, changesOf, handlers, collisions } = await twoAgents(
      [write('file.txt', 'left\n')],
      [write('file.txt', 'right\n')],
    );
    const all = [
      ...picks(first, await changesOf(first)),
      ...picks(second, await changesOf(second)),
    ];
    expect(collisions.all()).toHaveLength(2);
    await test.engine.host.delete(second);
    expect(collisions.all()).toEqual([]);
    const input = { agentId: 'left' as AgentId, folder: project, title: 'Composed', prompt: null };
    const before = test.engine.host.list().length;
    expect(
      await handlers['compare.compose']({ ...input, isolation: 'isolated', picks: all }, 0),
    ).toMatchObject({ ok: false });
    // Nothing half-made is left.
    expect(test.engine.host.list()).toHaveLength(before);
  });

  it('puts a folder in the place of a file, and files in each other’s places, in any order', async () => {
    const { first, changesOf, compose, workRoot } = await twoAgents(
      [
        { shell: 'rm run.sh && mkdir run.sh && printf "in\\n" > run.sh/inner.txt' },
        {
          shell:
            'ln -s file.txt link && printf "no end" > bare.txt && printf "a\\r\\nb\\r\\n" > dos.txt',
        },
      ],
      [],
    );
    const all = picks(first, await changesOf(first));
    for (const given of [all, all.toReversed()]) {
      const { sessionId, conflicts } = await compose(given);
      expect(conflicts).toEqual([]);
      const copy = await workRoot(sessionId);
      expect(readFileSync(join(copy, 'run.sh/inner.txt'), 'utf8')).toBe('in\n');
      expect(readlinkSync(join(copy, 'link'))).toBe('file.txt');
      expect(readFileSync(join(copy, 'bare.txt'), 'utf8')).toBe('no end');
      expect(readFileSync(join(copy, 'dos.txt'), 'utf8')).toBe('a\r\nb\r\n');
    }
  });

  it('tells hunks that do the same by their keys', async () => {
    const { first, second, changesOf, handlers } = await twoAgents(
      [write('file.txt', '1\ntwo\n3\n4\n5\n6\n7\n8\n')],
      [write('file.txt', '0\n1\n  two\n3\n4\n5\n6\n7\n8\n')],
    );
    const keysOf = async (sessionId: SessionId) => {
      const changeIds = (await changesOf(sessionId)).map(({ change }) => change.changeId);
      const [keys] = unwrap(await handlers['compare.keys']({ sessionId, changeIds }, 0));
      return keys?.[1] ?? [];
    };
    const [one, other] = [await keysOf(first), await keysOf(second)];
    expect(one).toHaveLength(1);
    expect(other).toHaveLength(2);
    expect(other).toContain(one[0]);
  });
});

describe('collisions', () => {
  it('are told of both sessions as they happen, and withdrawn when they are over', async () => {
    const { test, first, second, collisions, changesOf, workRoot } = await twoAgents(
      [write('file.txt', '1\nleft\n3\n4\n5\n6\n7\n8\n')],
      [],
    );
    await changesOf(first);
    expect(collisions.all()).toEqual([]);
    const copy = await workRoot(second);

    const told = waitFor(collisions.onDidChange, ({ sessionId }) => sessionId === first, {
      what: 'a collision',
    });
    writeFileSync(join(copy, 'file.txt'), '1\nright\n3\n4\n5\n6\n7\n8\n');
    await test.changes.look(second);
    expect(await told).toEqual({
      sessionId: first,
      collisions: [{ path: 'file.txt', level: 'lines', other: second }],
    });
    expect(collisions.all()).toContainEqual({
      sessionId: second,
      collisions: [{ path: 'file.txt', level: 'lines', other: first }],
    });

    writeFileSync(join(copy, 'file.txt'), '1\n2\n3\n4\n5\n6\n7\neight\n');
    await test.changes.look(second);
    expect(collisions.all().flatMap((session) => session.collisions)).toMatchObject([
      { level: 'file' },
      { level: 'file' },
    ]);

    writeFileSync(join(copy, 'file.txt'), BASE);
    await test.changes.look(second);
    expect(collisions.all()).toEqual([]);
  });
});

describe('a session whose files the user’s have moved on from', () => {
  const leftWork = [write('file.txt', 'LEFT\n2\n3\n4\n5\n6\n7\n8\n'), write('new.txt', 'new\n')];
  const rightWork = [write('file.txt', 'right\n2\n3\n4\n5\n6\n7\neight\n')];

  it('is told so after another was accepted, continues from there, and can go back', async () => {
    const { project, first, second, movedBases, changesOf, acceptAll, workRoot } = await twoAgents(
      leftWork,
      rightWork,
    );
    await changesOf(second);
    await movedBases.drain();
    expect(movedBases.all()).toEqual([]);
    await acceptAll(first);
    await movedBases.drain();
    const behind = { sessionId: second, moved: ['file.txt'], conflicts: 1, refreshed: null };
    expect(movedBases.all()).toEqual([behind]);

    const copy = await workRoot(second);
    const report = unwrap(await movedBases.refresh(second));
    expect(report).toMatchObject({
      updated: ['file.txt', 'new.txt'],
      dropped: [{ path: 'file.txt', text: '-LEFT\n+right' }],
      left: [],
    });
    expect(readFileSync(join(copy, 'file.txt'), 'utf8')).toBe('LEFT\n2\n3\n4\n5\n6\n7\neight\n');
    expect(readFileSync(join(copy, 'new.txt'), 'utf8')).toBe('new\n');
    // What is new in the user's files is not the agent's work.
    const open = (await changesOf(second)).filter(({ status }) => status === 'open');
    expect(open.map(({ change, hunks }) => [change.path, hunks.length])).toEqual([['file.txt', 1]]);
    await movedBases.drain();
    expect(movedBases.all()).toMatchObject([
      { moved: [], refreshed: { ...report, state: 'taken', canUndo: true } },
    ]);

    expect((await movedBases.undo(second, idOf(report))).ok).toBe(true);
    expect(readFileSync(join(copy, 'file.txt'), 'utf8')).toBe('right\n2\n3\n4\n5\n6\n7\neight\n');
    expect(existsSync(join(copy, 'new.txt'))).toBe(false);
    expect((await changesOf(second)).filter(({ status }) => status === 'open')).toHaveLength(1);
    await movedBases.drain();
    const undone = { refreshId: report.refreshId, state: 'undone', canUndo: false, kept: [] };
    expect(movedBases.all()).toMatchObject([{ ...behind, refreshed: undone }]);

    // Refreshed again, the rest is accepted without a conflict.
    unwrap(await movedBases.refresh(second));
    expect(await acceptAll(second)).toMatchObject({ conflicts: 0, problems: [] });
    expect(readFileSync(join(project, 'file.txt'), 'utf8')).toBe('LEFT\n2\n3\n4\n5\n6\n7\neight\n');
    expect(await movedBases.undo(second, idOf(report))).toMatchObject({
      ok: false,
      error: { code: 'refused' },
    });
  });

  it('takes over what a session brought in that is not open any more', async () => {
    const { test, first, second, acceptAll, workRoot } = await twoAgents(leftWork, rightWork);
    await acceptAll(first);
    unwrap(await test.engine.host.close(first));
    // As after a restart, nothing is known of the first but what is on the disk.
    const again = new MovedBases(test.engine.host);
    onTestFinished(() => again.dispose());
    const { updated } = unwrap(await again.refresh(second));
    expect(updated).toEqual(['file.txt', 'new.txt']);
    expect(readFileSync(join(await workRoot(second), 'new.txt'), 'utf8')).toBe('new\n');
  });

  it('commits only its own work after that', async () => {
    const { test, project, first, second, movedBases, acceptAll } = await twoAgents(
      leftWork,
      rightWork,
    );
    await acceptAll(first);
    unwrap(await movedBases.refresh(second));
    await acceptAll(second);
    const { changes } = unwrap(await test.engine.host.open(second));
    unwrap(await unwrap(changes).commitAccepted('Second'));
    const git = new GitRepository(project);
    expect(await git.git('show', '--stat=200', '--format=', 'HEAD')).not.toContain('new.txt');
  });

  it('is behind by what the user wrote as well, and a file that the agent deleted comes back', async () => {
    const { project, first, second, movedBases, changesOf, acceptAll, workRoot } = await twoAgents(
      [write('left.txt', 'left\n')],
      [{ shell: 'rm file.txt && chmod +x run.sh' }],
    );
    await changesOf(second);
    writeFileSync(join(project, 'file.txt'), 'mine\n');
    await acceptAll(first);
    await movedBases.drain();
    expect(movedBases.all()).toMatchObject([
      { sessionId: second, moved: ['file.txt'], conflicts: 1 },
    ]);
    const report = unwrap(await movedBases.refresh(second));
    expect(report.dropped).toEqual([{ path: 'file.txt', text: '' }]);
    expect(readFileSync(join(await workRoot(second), 'file.txt'), 'utf8')).toBe('mine\n');
    const open = (await changesOf(second)).filter(({ status }) => status === 'open');
    expect(open.map(({ change }) => [change.path, change.kind])).toEqual([['run.sh', 'mode']]);
  });

  it('leaves a file whose name a folder has by now, takes over the rest, and undoes only that', async () => {
    const { project, first, second, movedBases, changesOf, acceptAll, workRoot } = await twoAgents(
      [...leftWork, { shell: 'rm run.sh && mkdir run.sh && echo inside > run.sh/inside.txt' }],
      rightWork,
    );
    await changesOf(second);
    await acceptAll(first);
    expect(readFileSync(join(project, 'run.sh/inside.txt'), 'utf8')).toBe('inside\n');
    const report = unwrap(await movedBases.refresh(second));
    expect([...report.updated].sort()).toEqual(['file.txt', 'new.txt']);
    expect([...report.left].sort()).toEqual(['run.sh', 'run.sh/inside.txt']);
    const copy = await workRoot(second);
    expect(readFileSync(join(copy, 'run.sh'), 'utf8')).toBe('echo\n');
    const open = (await changesOf(second)).filter(({ status }) => status === 'open');
    expect(open.map(({ change }) => change.path)).toEqual(['file.txt']);

    const refused = { ok: false, error: { code: 'refused' } };
    expect(await movedBases.undo(second, 'rfr_another0001' as RefreshId)).toMatchObject(refused);
    writeFileSync(join(copy, 'late.txt'), 'the agent went on\n');
    expect(await movedBases.undo(second, idOf(report))).toMatchObject(refused);
    rmSync(join(copy, 'late.txt'));
    expect((await movedBases.undo(second, idOf(report))).ok).toBe(true);
    expect(readFileSync(join(copy, 'file.txt'), 'utf8')).toBe('right\n2\n3\n4\n5\n6\n7\neight\n');
    expect(await movedBases.undo(second, idOf(report))).toMatchObject(refused);
  });

  it('is told of its last refresh and can go back after a restart, until the user has taken note of it', async () => {
    const { test, first, second, movedBases, changesOf, acceptAll, workRoot } = await twoAgents(
      leftWork,
      rightWork,
    );
    const { host } = test.engine;
    const reopen = async () => {
      unwrap(await host.close(second));
      const again = new MovedBases(host);
      onTestFinished(() => again.dispose());
      unwrap(await host.open(second));
      await again.drain();
      return again;
    };
    await changesOf(second);
    await acceptAll(first);
    const report = unwrap(await movedBases.refresh(second));
    const refreshed = { ...report, state: 'taken', canUndo: true };
    expect((await reopen()).all()).toMatchObject([{ sessionId: second, moved: [], refreshed }]);

    // Something else has happened: the way back is closed, and what was taken out is still told.
    const late = join(await workRoot(second), 'late.txt');
    writeFileSync(late, 'the agent went on\n');
    await changesOf(second);
    const closed = { ...refreshed, canUndo: false };
    expect((await reopen()).all()).toMatchObject([{ refreshed: closed }]);
    rmSync(late);
    await changesOf(second);

    const before = await reopen();
    unwrap(await before.undo(second, idOf(report)));
    const undone = { ...report, state: 'undone', canUndo: false, kept: [] };
    expect((await reopen()).all()).toMatchObject([{ moved: ['file.txt'], refreshed: undone }]);
    const after = unwrap(await movedBases.refresh(second));
    unwrap(await movedBases.dismiss(second, idOf(after)));
    await movedBases.drain();
    expect(movedBases.all()).toEqual([]);
    expect((await reopen()).all()).toEqual([]);
    expect(await movedBases.undo(second, idOf(after))).toMatchObject({ ok: false });
  });

  it('takes over no file that the agent moved, and merges that one when it is accepted', async () => {
    const { project, first, second, movedBases, changesOf, acceptAll, workRoot } = await twoAgents(
      [write('file.txt', 'LEFT\n2\n3\n4\n5\n6\n7\n8\n')],
      [{ shell: 'mv file.txt moved.txt && printf "9\\n" >> moved.txt' }],
    );
    await changesOf(second);
    await acceptAll(first);
    await movedBases.drain();
    expect(unwrap(await movedBases.refresh(second))).toMatchObject({ updated: [], left: [] });
    const moved = join(await workRoot(second), 'moved.txt');
    expect(readFileSync(moved, 'utf8')).toBe('1\n2\n3\n4\n5\n6\n7\n8\n9\n');
    await acceptAll(second);
    const merged = 'LEFT\n2\n3\n4\n5\n6\n7\n8\n9\n';
    expect(readFileSync(join(project, 'moved.txt'), 'utf8')).toBe(merged);
    expect(existsSync(join(project, 'file.txt'))).toBe(false);
  });
});
