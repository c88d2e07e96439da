import { mkdirSync, readFileSync, renameSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Collisions } from '#main/host/compare/collisions';
import { Provenance } from '#main/host/provenance/provenance';
import { createCompareHandlers } from '#main/ipc/requests/compareRequests';
import { createProvenanceHandlers } from '#main/ipc/requests/provenanceRequests';
import { originsIn } from '#shared/airlock/provenance/origin';
import type { SessionId } from '#shared/ids';
import type { Step } from '#test/agent/step';
import { GitRepository } from '#test/support/gitRepository';
import { scriptedAgent } from '#test/support/scenario';
import { TestEngine, unwrap } from '#test/support/testEngine';
import { testFolder } from '#test/support/testFolder';

const BASE = 'line one\nline two\nline three\nline four\nline five\nline six\nline seven\n';

const write = (content: string): Step => ({ diskWrite: { path: 'file.txt', content } });

/** Two agents that did this to the same file, each in its own copy. */
async function twoAgents(left: string, right: string) {
  const folder = testFolder();
  const repository = await GitRepository.createWith(folder.join('project'), { 'file.txt': BASE });
  const { path: project } = repository;
  const agents = {
    left: scriptedAgent(folder, { turns: [[write(left)]] }, 'left'),
    right: scriptedAgent(folder, { turns: [[write(right)]] }, 'right'),
  };
  const test = await TestEngine.start(folder.join('data'), agents, { workplaces: undefined });
  const { host, provenance } = test.engine;
  const handlers = createProvenanceHandlers({ host, provenance });
  const sessions: SessionId[] = [];
  for (const agent of ['left', 'right']) {
    const session = await test.create(agent, project, `Improve it, ${agent}`, 'isolated');
    await session.turnEnded();
    sessions.push(session.id);
  }
  const [first, second] = sessions as [SessionId, SessionId];
  const accept = async (id: SessionId) => {
    unwrap(await test.changes.look(id));
    const { changes } = unwrap(await test.changes.list(id));
    const verdicts = changes.map(({ change, hunks }) => ({
      changeId: change.changeId,
      hunks: hunks.map(({ hunk }) => ({ hunkId: hunk.id, verdict: 'accept' as const })),
    }));
    const report = unwrap(await test.changes.decide(id, verdicts));
    expect(report.problems).toEqual([]);
    await provenance.drain();
  };
  /** Each line of a file with the name of the agent that brought it in. */
  const lines = async (path = 'file.txt') => {
    const { text, origins, runs } = unwrap(
      await handlers['provenance.file']({ folder: project, path }, 0),
    );
    const names = originsIn(runs).map((one) => (one === null ? '-' : origins[one]?.agent.name));
    return text
      .trimEnd()
      .split('\n')
      .map((line, index) => `${names[index]}: ${line}`);
  };
  const read = () => readFileSync(join(project, 'file.txt'), 'utf8');
  return { test, repository, project, first, second, handlers, provenance, accept, lines, read };
}

describe('provenance', () => {
  it('knows who brought in each line, through later edits, moves, commits and a restart', async () => {
    const left = BASE.replace('line two', 'line two by left');
    const right = `${BASE}a last line by right\n`;
    const { test, project, repository, first, second, accept, lines, handlers } = await twoAgents(
      left,
      right,
    );
    await accept(first);
    await accept(second);
    expect(await lines()).toEqual([
      '-: line one',
      'left: line two by left',
      '-: line three',
      '-: line four',
      '-: line five',
      '-: line six',
      '-: line seven',
      'right: a last line by right',
    ]);
    const { origins } = unwrap(
      await handlers['provenance.file']({ folder: project, path: 'file.txt' }, 0),
    );
    expect(origins).toMatchObject([
      {
        agent: { name: 'left' },
        prompt: 'Improve it, left',
        sessionId: first,
        title: 'Improve it, left',
      },
      { agent: { name: 'right' }, prompt: 'Improve it, right', sessionId: second },
    ]);

    const later = ['my own line', 'a last line by right', '   line two by left', 'line six'];
    writeFileSync(join(project, 'file.txt'), `${later.join('\n')}\n`);
    await repository.git('add', '-A');
    await repository.git('commit', '-qm', 'mine');
    expect(await lines()).toEqual([
      '-: my own line',
      'right: a last line by right',
      'left:    line two by left',
      '-: line six',
    ]);

    // What a change would bring in is the session's own.
    const { changes } = unwrap(await test.changes.list(second));
    const changeId = changes[0]?.change.changeId;
    if (changeId === undefined) throw new Error('There is a change.');
    const shown = unwrap(await handlers['provenance.change']({ sessionId: second, changeId }, 0));
    expect(shown.origins[originsIn(shown.runs).at(-1) ?? -1]).toMatchObject({ sessionId: second });
    renameSync(join(project, 'file.txt'), join(project, 'gone.txt'));
    expect(
      await handlers['provenance.file']({ folder: project, path: 'file.txt' }, 0),
    ).toMatchObject({ error: { code: 'not-found' } });
  });

  it('reverts a session, leaves what others brought in, and gives it back', async () => {
    const left = BASE.replace('line two', 'line two by left');
    const right = BASE.replace('line six', 'line six by right');
    const { first, second, accept, lines, handlers, read, provenance } = await twoAgents(
      left,
      right,
    );
    await accept(first);
    await accept(second);
    const report = unwrap(await handlers['provenance.revert']({ sessionId: first }, 0));
    expect(report).toEqual({ reverted: 1, problems: [] });
    expect(read()).toBe(right);
    await provenance.drain();
    expect((await lines()).filter((line) => !line.startsWith('-'))).toEqual([
      'right: line six by right',
    ]);
    // They are undecided again, and can be accepted again.
    await accept(first);
    expect((await lines()).filter((line) => !line.startsWith('-'))).toEqual([
      'left: line two by left',
      'right: line six by right',
    ]);
  });

  it('leaves what somebody has changed since, and says so', async () => {
    const { project, first, accept, handlers, read } = await twoAgents(
      BASE.replace('line two', 'line two by left'),
      BASE,
    );
    await accept(first);
    const mine = BASE.replace('line two', 'line two by me');
    writeFileSync(join(project, 'file.txt'), mine);
    const report = unwrap(await handlers['provenance.revert']({ sessionId: first }, 0));
    expect(report).toMatchObject({ reverted: 0, problems: [{ path: 'file.txt' }] });
    expect(read()).toBe(mine);
  });

  it('counts for the scoreboard what the user edited, and what stood a day and a week later', async () => {
    const left = `${BASE.replace('line two', 'line two by left')}line eight by left\nline nine by left\n`;
    const { test, project, first, second, accept } = await twoAgents(
      left,
      BASE.replace('line six', 'line six by right'),
    );
    const { host } = test.engine;
    const DAY = 86_400_000;
    let now = Date.now();
    const folder = testFolder();
    const provenance = new Provenance({
      host,
      folder: folder.join('provenance'),
      onProblem: () => undefined,
      now: () => now,
    });
    onTestFinished(() => provenance.dispose());
    const collisions = { all: () => [] } as unknown as Collisions;
    const handlers = createCompareHandlers({ host, collisions, provenance });
    const scoreOf = async (id: SessionId) => {
      await provenance.drain();
      const scores = unwrap(await handlers['compare.scores'](null, 0));
      return scores.find(({ sessionId }) => sessionId === id);
    };

    // The user changes one of the agent's two hunks.
    unwrap(await test.changes.look(first));
    const [view] = unwrap(await test.changes.list(first)).changes;
    if (view === undefined) throw new Error('There is a change.');
    const edited = left.replace('line two by left', 'line two by both');
    const { changeId } = view.change;
    const session = unwrap(await host.open(first));
    unwrap(await unwrap(session.changes).edit(changeId, edited));
    await accept(first);
    expect(await scoreOf(first)).toMatchObject({ accepted: 2, edited: 1, rejected: 0 });
    const waiting = { lines: 0, left: 0, waiting: 3 };
    expect((await scoreOf(first))?.standing).toEqual({ day: waiting, week: waiting });

    now = Date.now() + DAY;
    // Its disk is not there.
    renameSync(project, `${project}.away`);
    mkdirSync(project);
    expect((await scoreOf(first))?.standing).toEqual({ day: waiting, week: waiting });
    rmdirSync(project);
    renameSync(`${project}.away`, project);
    expect((await scoreOf(first))?.standing).toEqual({
      day: { lines: 3, left: 3, waiting: 0 },
      week: waiting,
    });
    // What was there after a day does not change with what the user does later.
    writeFileSync(join(project, 'file.txt'), edited.replace('line nine by left\n', ''));
    await accept(second);
    now += 6 * DAY;
    const stood = {
      day: { lines: 3, left: 3, waiting: 0 },
      week: { lines: 3, left: 2, waiting: 0 },
    };
    expect((await scoreOf(first))?.standing).toEqual(stood);
    expect((await scoreOf(second))?.standing).toEqual({
      day: { lines: 1, left: 1, waiting: 0 },
      week: { lines: 0, left: 0, waiting: 1 },
    });

    // It is kept over a restart.
    provenance.dispose();
    const again = new Provenance({
      host,
      folder: folder.join('provenance'),
      onProblem: () => undefined,
      now: () => now,
    });
    onTestFinished(() => again.dispose());
    expect((await again.standing(project)).get(first)).toEqual(stood);
  });

  it('counts no lines of what was reverted, nor hunks as accepted', async () => {
    const { test, first, second, accept, handlers, provenance, project } = await twoAgents(
      BASE.replace('line two', 'line two by left'),
      BASE.replace('line six', 'line six by right'),
    );
    await accept(first);
    await accept(second);
    unwrap(await handlers['provenance.revert']({ sessionId: first }, 0));
    await provenance.drain();
    const standing = await provenance.standing(project);
    expect(standing.get(first)).toBeUndefined();
    expect(standing.get(second)?.day.waiting).toBe(1);
    const collisions = { all: () => [] } as unknown as Collisions;
    const compare = createCompareHandlers({ host: test.engine.host, collisions, provenance });
    const scores = unwrap(await compare['compare.scores'](null, 0));
    expect(scores.find(({ sessionId }) => sessionId === first)).toMatchObject({
      accepted: 0,
      open: 1,
    });
  });
});
