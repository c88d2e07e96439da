import { expect, it } from 'vitest';
import { GitRepository } from '#test/support/gitRepository';
import { scriptedAgent } from '#test/support/scenario';
import { TestEngine, unwrap } from '#test/support/testEngine';
import { testFolder } from '#test/support/testFolder';

it('what the agent wrote in place before the app was quit during a turn is listed', async () => {
  const folder = testFolder();
  const repository = await GitRepository.createWith(folder.join('project'), { 'a.txt': 'one\n' });
  const agent = scriptedAgent(folder, {
    turns: [
      [
        { onCancel: 'ignore' },
        { diskWrite: { path: 'made.txt', content: 'agent\n' } },
        { say: 'Written.' },
        { stall: true },
      ],
    ],
  });
  const launch = () =>
    TestEngine.start(folder.join('data'), { scripted: agent }, { workplaces: undefined });
  const test = await launch();
  const session = await test.create('scripted', repository.path, 'Write', 'in-place');
  const isWritten = () => session.transcript().includes('agent: Written.');
  await session.until('the agent’s word', isWritten, 30_000);
  await test.stop();
  repository.write('mine.txt', 'mine\n');
  const again = await launch();
  const { changes } = unwrap(await again.changes.list(session.id));
  expect(changes.map(({ change }) => change.path)).toEqual(['made.txt']);
});
