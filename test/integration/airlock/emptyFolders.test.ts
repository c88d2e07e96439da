import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decideAll, startSession, undo, value } from '#test/support/airlockHarness';
import { turn } from '#test/support/guardedSession';

const FILES = { 'a.txt': 'a\n', 'old/only.txt': 'old\n' };

describe('a folder that is empty once a change is reverted or accepted', () => {
  it('stays if it was there before the turn, and is removed if the agent created it', async () => {
    const { repository, session } = await startSession(FILES, { isolation: 'in-place' });
    mkdirSync(repository.join('mine'));
    // By the next turn the folder is older than a tick of the system's clock.
    await turn(session, () => undefined);
    await turn(session, () => {
      repository.write('mine/agent.txt', 'agent\n');
      repository.write('theirs/deep/agent.txt', 'agent\n');
    });
    await decideAll(session, 'reject');
    expect(existsSync(repository.join('mine'))).toBe(true);
    expect(existsSync(repository.join('theirs'))).toBe(false);
    await turn(session, () => repository.write('theirs/agent.txt', 'agent\n'));
    await turn(session, () => undefined);
    await decideAll(session, 'reject');
    expect(existsSync(repository.join('theirs'))).toBe(false);
  });

  it('stays in the project when what was accepted into it is undone', async () => {
    const { repository, session } = await startSession(FILES);
    mkdirSync(repository.join('mine'));
    await turn(session, () => {
      for (const name of ['mine', 'theirs']) mkdirSync(join(session.cwd, name));
      for (const name of ['mine', 'theirs']) writeFileSync(join(session.cwd, name, 'x'), 'agent\n');
    });
    const decisions = await decideAll(session, 'accept');
    for (const { decisionId } of decisions) value(await undo(session, decisionId));
    expect(existsSync(repository.join('mine'))).toBe(true);
    expect(existsSync(repository.join('theirs'))).toBe(false);
  });

  it('is removed from the project when the deletion of its only file is accepted', async () => {
    const { repository, session } = await startSession(FILES);
    await turn(session, () => rmSync(join(session.cwd, 'old'), { recursive: true }));
    await decideAll(session, 'accept');
    expect(existsSync(repository.join('old'))).toBe(false);
  });
});
