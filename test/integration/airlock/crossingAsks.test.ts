import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { agentWrites } from '#test/support/airlockCrossing';
import { openChange, openChanges, startSession, verdictOn } from '#test/support/airlockHarness';

describe('accepting files that can run code', () => {
  it('asks separately about files that make programs run', async () => {
    const { repository, session } = await startSession({ 'a.txt': 'a\n' });
    await agentWrites(session, { '.vscode/tasks.json': '{}\n', 'a.txt': 'b\n' });
    const results = await session.changes.decide(
      openChanges(session).map((view) => verdictOn(view, 'accept')),
    );
    expect(results.map((result) => (result.ok ? 'ok' : result.error.code)).sort()).toEqual([
      'ok',
      'refused',
    ]);
    expect(existsSync(repository.join('.vscode'))).toBe(false);
    const view = openChange(session, '.vscode/tasks.json');
    expect(view.risk.type).toBe('red');
    await session.changes.decide([{ ...verdictOn(view, 'accept'), acknowledgesRisk: true }]);
    expect(repository.read('.vscode/tasks.json')).toBe('{}\n');
  });

  it('asks separately about a manifest whose commands change, and about no other', async () => {
    const before = { name: 'x', scripts: { test: 'node --test' } };
    const manifest = (extra: object) => `${JSON.stringify({ ...before, ...extra }, null, 2)}\n`;
    const { session } = await startSession({
      'a/package.json': manifest({}),
      'b/package.json': manifest({}),
    });
    await agentWrites(session, {
      'a/package.json': manifest({ version: '2.0.0' }),
      'b/package.json': manifest({ scripts: { ...before.scripts, postinstall: './x' } }),
    });
    expect(openChange(session, 'a/package.json').risk).toEqual({ type: 'ordinary' });
    const view = openChange(session, 'b/package.json');
    expect(view.risk).toMatchObject({ type: 'red', reason: expect.stringContaining('scripts') });
    const [refused] = await session.changes.decide([verdictOn(view, 'accept')]);
    expect(refused).toMatchObject({ ok: false, error: { code: 'refused' } });
  });

  it('asks separately about files that the user added to the list, at once', async () => {
    const { harness, session } = await startSession({ 'a.txt': 'a\n' });
    await agentWrites(session, { 'deploy/run.sh': 'x\n' });
    expect(openChange(session, 'deploy/run.sh').risk).toEqual({ type: 'ordinary' });
    harness.selfArming = ['deploy/'];
    const view = openChange(session, 'deploy/run.sh');
    expect(view.risk.type).toBe('red');
    const [refused] = await session.changes.decide([verdictOn(view, 'accept')]);
    expect(refused).toMatchObject({ ok: false, error: { code: 'refused' } });
  });
});
