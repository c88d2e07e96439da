import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { setUnexpectedErrorHandler } from '#main/base/unexpected';
import { Stage } from '#test/support/stage';

/** Bugs that were reported meanwhile. */
function bugs(): readonly unknown[] {
  const found: unknown[] = [];
  const handler = setUnexpectedErrorHandler((error) => found.push(error));
  onTestFinished(() => handler.dispose());
  return found;
}

describe.skipIf(process.platform === 'win32')('a name with unusual bytes', () => {
  it.each(['isolated', 'in-place'] as const)(
    'works in a project with a line break in its name, %s [fs/read_text_file]',
    async (isolation) => {
      const found = bugs();
      const stage = await Stage.play({ turns: [[{ read: { path: 'a\nb.txt' } }]] });
      const project = join(stage.folder.path, 'a\nb');
      mkdirSync(project);
      writeFileSync(join(project, 'a\nb.txt'), 'read\n');
      const session = await stage.engine.create('scripted', project, 'Work', isolation);
      await session.turnEnded();
      expect(stage.answers('fs/read_text_file')).toEqual([{ content: 'read\n' }]);
      expect(found).toEqual([]);
    },
  );

  it('is refused in an agent’s request if it contains a zero byte [fs/read_text_file] [fs/write_text_file] [terminal/create]', async () => {
    const found = bugs();
    const stage = await Stage.play({
      turns: [
        [
          { read: { path: '/a\0b' } },
          { write: { path: '/a\0b', content: '' } },
          { terminal: { command: 'echo a\0b' } },
          { terminal: { command: 'echo', args: ['a\0b'] } },
          { terminal: { command: 'pwd', cwd: '/a\0b' } },
          { terminal: { command: 'vim', args: ['a\0b'] } },
        ],
      ],
    });
    const session = await stage.session('Try');
    await session.turnEnded();
    const refusal = {
      code: -32602,
      message: expect.stringMatching(/zero byte|invalid characters/),
    };
    expect(stage.answers('fs/read_text_file')).toMatchObject([refusal]);
    expect(stage.answers('fs/write_text_file')).toMatchObject([refusal]);
    expect(stage.answers('terminal/create')).toMatchObject([refusal, refusal, refusal, refusal]);
    expect(found).toEqual([]);
  });
});
