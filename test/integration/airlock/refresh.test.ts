import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newSessionId, openChanges, startSession, value } from '#test/support/airlockHarness';

const FILES = { 'a.txt': 'one\n', 'b.txt': 'one\n' };

/** A session that was refreshed, or of which that was undone, with the ledger cut after an event, as by a kill. */
async function cutAfter(type: string, action: 'run' | 'undo') {
  const sessionId = newSessionId();
  const { harness, repository, session } = await startSession(FILES, { sessionId });
  const { cwd } = session;
  for (const path of Object.keys(FILES)) {
    writeFileSync(join(cwd, path), 'agent\n');
    repository.write(path, 'user\n');
  }
  value(await session.scan());
  const { refreshId } = value(await session.changes.refresh.run(Object.keys(FILES)));
  if (refreshId === null) throw new Error('Nothing was refreshed.');
  if (action === 'undo') value(await session.changes.refresh.undo(refreshId));
  await session.close();
  const ledger = harness.folder.join('data', sessionId, 'ledger.ndjson');
  const lines = readFileSync(ledger, 'utf8').split('\n');
  const last = lines.findIndex((line) => line.includes(`"type":"${type}"`));
  writeFileSync(ledger, `${lines.slice(0, last + 1).join('\n')}\n`);
  const reopen = () => harness.open(repository.path, { sessionId });
  const work = (path: string) => readFileSync(join(cwd, path), 'utf8');
  const write = (path: string, text: string) => writeFileSync(join(cwd, path), text);
  return { repository, reopen, work, write };
}

describe('a refresh that a kill cut short, and after which another program wrote to a file', () => {
  it('leaves that file as it is, and takes over the others', async () => {
    const { repository, reopen, work, write } = await cutAfter('refresh.begun', 'run');
    write('a.txt', 'another program\n');
    const session = await reopen();
    value(await session.scan());
    const offered = value(await session.changes.refresh.offered());
    expect(offered).toMatchObject({ state: 'taken', updated: ['b.txt'], left: ['a.txt'] });
    // What the other program wrote was not there before.
    expect(offered?.canUndo).toBe(false);
    expect([work('a.txt'), work('b.txt')]).toEqual(['another program\n', 'user\n']);
    expect(openChanges(session).map(({ change }) => change.path)).toEqual(['a.txt']);
    expect(repository.read('a.txt')).toBe('user\n');
  });

  it('brings back what it can when it is undone, and names the rest with the agent’s lines', async () => {
    const { repository, reopen, work, write } = await cutAfter('refresh.undoing', 'undo');
    write('a.txt', 'another program\n');
    const session = await reopen();
    value(await session.scan());
    expect(value(await session.changes.refresh.offered())).toMatchObject({
      state: 'undone',
      canUndo: false,
      kept: ['a.txt'],
      dropped: [
        { path: 'a.txt', text: '-user\n+agent' },
        { path: 'b.txt', text: '-user\n+agent' },
      ],
    });
    expect([work('a.txt'), work('b.txt')]).toEqual(['another program\n', 'agent\n']);
    expect(repository.read('a.txt')).toBe('user\n');
  });
});

it('takes over no file that is ignored in the copy: what no look has seen could not be brought back', async () => {
  const { repository, session } = await startSession({ '.gitignore': '*.log\n' });
  writeFileSync(join(session.cwd, 'a.log'), 'the agent’s own\n');
  repository.write('a.log', 'the user’s own\n');
  value(await session.scan());
  const report = value(await session.changes.refresh.run(['a.log']));
  expect(report).toMatchObject({ refreshId: null, updated: [], left: ['a.log'] });
  expect(readFileSync(join(session.cwd, 'a.log'), 'utf8')).toBe('the agent’s own\n');
});
