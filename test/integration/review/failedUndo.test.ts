import { renameSync } from 'node:fs';
import { expect, it } from 'vitest';
import { scriptedAgent } from '#test/support/scenario';
import { TestEngine, unwrap } from '#test/support/testEngine';
import { testFolder } from '#test/support/testFolder';

/** A session whose agent has written two files, both accepted. */
async function accepted() {
  const folder = testFolder();
  folder.write('project/a.txt', 'a\n');
  folder.write('project/b.txt', 'b\n');
  const agent = scriptedAgent(folder, {
    turns: [
      [
        { diskWrite: { path: 'a.txt', content: 'agent\n' } },
        { diskWrite: { path: 'b.txt', content: 'agent\n' } },
      ],
    ],
  });
  const agents = { scripted: agent };
  const engine = await TestEngine.start(folder.join('data'), agents, { workplaces: undefined });
  const project = folder.join('project');
  const session = await engine.create('scripted', project, 'edit', 'isolated');
  await session.turnEnded();
  await session.drained();
  const { changes } = engine;
  unwrap(await changes.look(session.id));
  const verdicts = unwrap(await changes.list(session.id)).changes.map(({ change, hunks }) => ({
    changeId: change.changeId,
    hunks: hunks.map(({ hunk }) => ({ hunkId: hunk.id, verdict: 'accept' as const })),
  }));
  const { decisions } = unwrap(await changes.decide(session.id, verdicts));
  const read = () => ['a.txt', 'b.txt'].map((name) => folder.read(`project/${name}`));
  expect(read()).toEqual(['agent\n', 'agent\n']);
  const undo = async () => unwrap(await changes.undo(session.id, decisions));
  return { folder, project, decisions, read, undo };
}

it('names the decisions whose undo can be tried again, and their files', async () => {
  const { project, decisions, read, undo } = await accepted();
  renameSync(project, `${project}-away`);
  const failed = await undo();
  expect(failed.decisions).toEqual(decisions);
  expect(failed.problems.map(({ path }) => path)).toEqual(['a.txt', 'b.txt']);
  renameSync(`${project}-away`, project);
  expect(await undo()).toMatchObject({ decisions: [], problems: [] });
  expect(read()).toEqual(['a\n', 'b\n']);
});

it('does not offer to try again what the user has changed, or has undone', async () => {
  const { folder, read, undo } = await accepted();
  folder.write('project/a.txt', 'mine\n');
  const failed = await undo();
  expect(failed.decisions).toEqual([]);
  expect(failed.problems.map(({ path }) => path)).toEqual(['a.txt']);
  expect(read()).toEqual(['mine\n', 'b\n']);
  expect((await undo()).decisions).toEqual([]);
});
