import { describe, expect, it } from 'vitest';
import { scriptedAgent } from '#test/support/scenario';
import { TestEngine, unwrap } from '#test/support/testEngine';
import { testFolder } from '#test/support/testFolder';
import { waitFor } from '#test/support/waitFor';

describe('a long-running command', () => {
  it('shows what it has written before it ends', async () => {
    const folder = testFolder();
    const agent = scriptedAgent(folder, {
      turns: [
        [
          { tool: { id: 'run', title: 'make', kind: 'execute', status: 'in_progress' } },
          { diskWrite: { path: 'made.txt', content: 'made\n' } },
          { stallUntil: 'end' },
          { toolUpdate: { id: 'run', status: 'completed' } },
        ],
      ],
    });
    const options = { workplaces: undefined };
    const test = await TestEngine.start(folder.join('data'), { scripted: agent }, options);
    const session = await test.create('scripted', folder.folder('project'), 'Go', 'isolated');
    await waitFor(test.changes.onDidChange, (id) => id === session.id);
    const { changes } = unwrap(await test.changes.list(session.id));
    expect(changes.map(({ change }) => [change.path, change.toolCallId])).toEqual([
      ['made.txt', 'run'],
    ]);
    agent.open('end');
    await session.turnEnded();
  });
});
