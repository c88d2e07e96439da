import { expect, it } from 'vitest';
import { GitRepository } from '#test/support/gitRepository';
import { scriptedAgent } from '#test/support/scenario';
import { TestEngine, unwrap } from '#test/support/testEngine';
import { testFolder } from '#test/support/testFolder';

it('nothing that the user writes in place before the first prompt is listed, also after a restart', async () => {
  const folder = testFolder();
  const project = await GitRepository.createWith(folder.join('project'), { 'a.txt': 'a\n' });
  const agents = { scripted: scriptedAgent(folder, {}) };
  const launch = () => TestEngine.start(folder.join('data'), agents, { workplaces: undefined });
  const first = await launch();
  const { id } = await first.create('scripted', project.path);
  project.write('a.txt', 'mine\n');
  project.write('b.txt', 'mine\n');
  unwrap(await first.changes.look(id));
  expect(unwrap(await first.changes.list(id)).changes).toEqual([]);
  await first.stop();
  project.write('c.txt', 'mine\n');
  const again = await launch();
  const session = await again.open(id);
  expect(unwrap(await again.changes.list(id)).changes).toEqual([]);
  unwrap(await again.changes.look(id));
  expect(unwrap(await again.changes.list(id)).changes).toEqual([]);
  await session.send('Hi');
  await session.turnEnded(30_000);
  expect(unwrap(await again.changes.list(id)).changes).toEqual([]);
});
