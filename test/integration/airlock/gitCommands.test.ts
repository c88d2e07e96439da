import { expect, it } from 'vitest';
import { AirlockHarness, newTurnId, value } from '#test/support/airlockHarness';
import { CountingGit } from '#test/support/countingGit';
import { testFolder } from '#test/support/testFolder';

const FILES = { '.gitignore': 'ignored/\n', 'a.txt': 'a\n', 'sub/b.txt': 'b\n' };

/** Each is a process, for which the program stands still for a moment. */
const COMMANDS = {
  'in-place': { opening: 6, 'first turn': 12, 'its end': 6, 'second turn': 9, 'end of it': 6 },
  isolated: { opening: 6, 'first turn': 18, 'its end': 8, 'second turn': 11, 'end of it': 8 },
};

it.runIf(process.platform !== 'win32').each(['in-place', 'isolated'] as const)(
  'a session and its turns cost few git commands, %s',
  async (isolation) => {
    const folder = testFolder();
    const git = new CountingGit(folder);
    const harness = new AirlockHarness(folder, { git: git.program });
    const repository = await harness.repository(FILES);
    const counted: Record<string, number> = {};
    const count = (moment: string) => {
      counted[moment] = git.count();
    };
    const session = await harness.open(repository.path, { isolation });
    await session.drain();
    count('opening');
    for (const [start, end] of [
      ['first turn', 'its end'],
      ['second turn', 'end of it'],
    ] as const) {
      const turnId = newTurnId();
      value(await session.checkpoint(turnId));
      count(start);
      value(await session.endTurn(turnId));
      count(end);
    }
    expect(counted).toEqual(COMMANDS[isolation]);
  },
);
