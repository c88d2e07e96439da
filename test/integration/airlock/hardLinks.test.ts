import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decideAll, newSessionId, startSession, value } from '#test/support/airlockHarness';

describe('a file in the copy that is a hard link to one outside', () => {
  async function linked() {
    const { harness, repository, session } = await startSession({ 'a.txt': 'base\n' });
    const outside = harness.folder.join('outside.txt');
    writeFileSync(outside, 'outside\n');
    rmSync(join(session.cwd, 'a.txt'));
    linkSync(outside, join(session.cwd, 'a.txt'));
    linkSync(outside, join(session.cwd, 'new.txt'));
    return { harness, repository, session, outside };
  }

  it('is replaced when the agent has us write it', async () => {
    const { session, outside } = await linked();
    value(await session.write(join(session.cwd, 'a.txt'), 'agent\n'));
    value(await session.write(join(session.cwd, 'new.txt'), 'agent\n'));
    expect(readFileSync(outside, 'utf8')).toBe('outside\n');
    expect(readFileSync(join(session.cwd, 'a.txt'), 'utf8')).toBe('agent\n');
  });

  it.each(['accept', 'reject'] as const)('is replaced when the user says %s', async (verdict) => {
    const { repository, session, outside } = await linked();
    value(await session.scan());
    await decideAll(session, verdict);
    expect(readFileSync(outside, 'utf8')).toBe('outside\n');
    expect(readFileSync(join(session.cwd, 'a.txt'), 'utf8')).toBe(
      verdict === 'reject' ? 'base\n' : 'outside\n',
    );
    expect(existsSync(join(session.cwd, 'new.txt'))).toBe(verdict === 'accept');
    // What was accepted is a file of its own.
    writeFileSync(repository.join('a.txt'), 'mine\n');
    expect(readFileSync(outside, 'utf8')).toBe('outside\n');
  });

  it('is replaced in place, too', async () => {
    const { harness, repository, session } = await startSession(
      { 'a.txt': 'base\n' },
      { isolation: 'in-place' },
    );
    const outside = harness.folder.join('outside.txt');
    writeFileSync(outside, 'outside\n');
    rmSync(repository.join('a.txt'));
    linkSync(outside, repository.join('a.txt'));
    value(await session.scan());
    await decideAll(session, 'reject');
    expect(readFileSync(outside, 'utf8')).toBe('outside\n');
    expect(repository.read('a.txt')).toBe('base\n');
  });
});

it('a copy that was replaced by a link is not opened', async () => {
  const sessionId = newSessionId();
  const { harness, repository, session } = await startSession(undefined, { sessionId });
  const { cwd } = session;
  await session.close();
  const outside = harness.folder.folder('elsewhere');
  mkdirSync(join(outside, 'x'));
  renameSync(cwd, harness.folder.join('away'));
  symlinkSync(outside, cwd);
  expect(await harness.tryOpen(repository.path, { sessionId })).toMatchObject({
    ok: false,
    error: { code: 'refused' },
  });
  rmSync(cwd);
  renameSync(harness.folder.join('away'), cwd);
  await harness.open(repository.path, { sessionId });
});
