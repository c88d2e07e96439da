import { cpSync, existsSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scriptedAgent } from '#test/support/scenario';
import { TestEngine } from '#test/support/testEngine';
import { testFolder } from '#test/support/testFolder';

it.each(['moved', 'copied'])(
  'the agent works in the copy of a data folder that was %s',
  async (how) => {
    const folder = testFolder();
    const project = folder.folder('project');
    const agent = scriptedAgent(folder, {
      stateFile: folder.join('agent-state.json'),
      turns: [
        { when: 'Work', steps: [{ diskWrite: { path: 'one.txt', content: 'one\n' } }] },
        { when: 'Again', steps: [{ diskWrite: { path: 'two.txt', content: 'two\n' } }] },
      ],
    });
    const start = (data: string) =>
      TestEngine.start(data, { scripted: agent }, { workplaces: undefined });
    const first = await start(folder.join('first'));
    const created = await first.create('scripted', project, 'Work', 'isolated');
    await created.turnEnded();
    const before = created.state.head.cwd;
    await first.stop();
    if (how === 'moved') renameSync(folder.join('first'), folder.join('second'));
    else cpSync(folder.join('first'), folder.join('second'), { recursive: true });

    const second = await start(folder.join('second'));
    const session = await second.open(created.id);
    await session.send('Again');
    await session.turnEnded();
    const now = session.state.head.cwd;
    expect(now).toBe(before.replace(folder.join('first'), folder.join('second')));
    expect(readFileSync(join(now, 'one.txt'), 'utf8')).toBe('one\n');
    expect(readFileSync(join(now, 'two.txt'), 'utf8')).toBe('two\n');
    expect(existsSync(join(before, 'two.txt'))).toBe(false);
  },
);
