import { renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SessionAirlock } from '#main/airlock/airlock';
import type { ChangeVerdict } from '#shared/airlock/verdict';
import { agentWrites } from '#test/support/airlockCrossing';
import { openChange, startSession, verdictOn } from '#test/support/airlockHarness';

/** What the user is told of a verdict that could not be carried out. */
async function refusalOf(session: SessionAirlock, verdict: ChangeVerdict): Promise<string> {
  const [result] = await session.changes.decide([verdict]);
  if (result === undefined) throw new Error('One verdict has one result.');
  if (!result.ok) return [result.error.message, result.error.detail ?? ''].join(' ').trim();
  return result.value.outcomes.map(({ state }) => state).join();
}

/** In words: the system's own names for what went wrong say nothing to the user. */
const rawCode = /\bE[A-Z]{3,}\b/;

describe('what cannot be accepted is explained, and counts as nothing', () => {
  it('a link that leads out of the project', async () => {
    const { session } = await startSession({ 'a.txt': 'a\n' });
    symlinkSync('/etc/hostname', join(session.cwd, 'out'));
    await session.changes.look();
    const told = await refusalOf(session, verdictOn(openChange(session, 'out'), 'accept'));
    expect(told).toContain('would point outside the project, to /etc/hostname');
    expect(told).not.toMatch(rawCode);
  });

  it('a change for a project folder that was renamed', async () => {
    const { repository, session } = await startSession({ 'a.txt': 'a\n' });
    await agentWrites(session, { 'a.txt': 'b\n' });
    renameSync(repository.path, `${repository.path}-moved`);
    const told = await refusalOf(session, verdictOn(openChange(session, 'a.txt'), 'accept'));
    expect(told).toMatch(/project.*(moved|renamed).*(back|again)/i);
    expect(told).not.toMatch(rawCode);
    renameSync(`${repository.path}-moved`, repository.path);
    expect(await refusalOf(session, verdictOn(openChange(session, 'a.txt'), 'accept'))).toBe(
      'accepted',
    );
    expect(repository.read('a.txt')).toBe('b\n');
  });

  it('the agent’s version of a file whose folder is gone', async () => {
    const { repository, session } = await startSession({ 'src/deep/a.txt': 'a\n', 'b.txt': 'b\n' });
    await agentWrites(session, { 'src/deep/a.txt': 'by the agent\n' });
    rmSync(repository.join('src'), { recursive: true });
    const verdict = () => verdictOn(openChange(session, 'src/deep/a.txt'), 'accept');
    expect(await refusalOf(session, verdict())).toBe('pending');
    expect(await refusalOf(session, { ...verdict(), resolution: 'proposed' })).toBe('accepted');
    expect(repository.read('src/deep/a.txt')).toBe('by the agent\n');
  });

  it('the agent’s version of a file in whose folder’s place there is a file', async () => {
    const { repository, session } = await startSession({ 'src/a.txt': 'a\n', 'b.txt': 'b\n' });
    await agentWrites(session, { 'src/a.txt': 'by the agent\n' });
    rmSync(repository.join('src'), { recursive: true });
    repository.write('src', 'a file\n');
    const verdict = () => verdictOn(openChange(session, 'src/a.txt'), 'accept');
    await refusalOf(session, verdict());
    const told = await refusalOf(session, { ...verdict(), resolution: 'proposed' });
    expect(told).not.toMatch(rawCode);
    expect(told).not.toBe('accepted');
    expect(repository.read('src')).toBe('a file\n');
  });

  it('a file in whose place there is a folder with a file that git ignores', async () => {
    const { repository, session } = await startSession({ 'd/a.txt': 'a\n', '.gitignore': 'own\n' });
    repository.write('d/own', 'mine\n');
    rmSync(join(session.cwd, 'd'), { recursive: true });
    await agentWrites(session, { d: 'a file\n' });
    await refusalOf(session, verdictOn(openChange(session, 'd/a.txt'), 'accept'));
    const told = await refusalOf(session, verdictOn(openChange(session, 'd'), 'accept'));
    expect(told).toBe(
      'd: There is a folder of this name. Move it away, with what is left in it, and try again.',
    );
    expect(repository.read('d/own')).toBe('mine\n');
    renameSync(repository.join('d'), repository.join('own'));
    expect(await refusalOf(session, verdictOn(openChange(session, 'd'), 'accept'))).toBe(
      'accepted',
    );
  });
});
