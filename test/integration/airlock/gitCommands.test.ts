import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { AirlockHarness, newTurnId, value } from '#test/support/airlockHarness';
import { testFolder } from '#test/support/testFolder';

const FILES = { '.gitignore': 'ignored/\n', 'a.txt': 'a\n', 'sub/b.txt': 'b\n' };

/** Each is a process, for which the program stands still for a moment. */
const COMMANDS = {
  'in-place': { opening: 6, 'first turn': 15, 'its end': 6, 'second turn': 11, 'end of it': 6 },
  isolated: { opening: 6, 'first turn': 20, 'its end': 8, 'second turn': 13, 'end of it': 8 },
};

it.runIf(process.platform !== 'win32').each(['in-place', 'isolated'] as const)(
  'a session and its turns cost few git commands, %s',
  async (isolation) => {
    const folder = testFolder();
    folder.write('counting-git', '#!/bin/sh\necho "$@" >> "$0.log"\nexec git "$@"\n');
    chmodSync(folder.join('counting-git'), 0o755);
    const harness = new AirlockHarness(folder, { git: folder.join('counting-git') });
    const repository = await harness.repository(FILES);
    const counted: Record<string, number> = {};
    const count = (moment: string) => {
      const log = readFileSync(folder.join('counting-git.log'), 'utf8');
      counted[moment] = log.trim().split('\n').length;
      writeFileSync(folder.join('counting-git.log'), '');
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
