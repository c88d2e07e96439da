import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { Effects } from '#main/airlock/disk/effects';
import { agentWrites } from '#test/support/airlockCrossing';
import { decideAll, openChange, startSession, undo, value } from '#test/support/airlockHarness';
import { numberedText as text } from '#test/support/numberedLines';

describe('an undo that could not be carried out', () => {
  it.each(['accept', 'reject'] as const)(
    'leaves what was decided to be undone later: %s',
    async (verdict) => {
      const { repository, session } = await startSession({ 'a.txt': text() });
      const work = () => readFileSync(join(session.cwd, 'a.txt'), 'utf8');
      await agentWrites(session, { 'a.txt': text({ 2: 'two' }) });
      const [made] = await decideAll(session, verdict);
      if (made === undefined) throw new Error('One verdict has one result.');
      const { decisionId: decision } = made;
      const [before, worked] = [repository.read('a.txt'), work()];
      const denied = Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' });
      const run = vi
        .spyOn(Effects.prototype, 'run')
        .mockImplementationOnce(async (effects) =>
          effects.map(() => ({ status: 'rejected', reason: denied })),
        );
      expect(await undo(session, decision)).toMatchObject({
        ok: false,
        error: { message: expect.stringContaining('No permission for a.txt') },
      });
      run.mockRestore();
      expect(session.changes.all.flatMap(({ hunks }) => hunks)).toMatchObject([
        { outcome: { state: `${verdict}ed` }, decisionId: decision },
      ]);
      expect([repository.read('a.txt'), work()]).toEqual([before, worked]);

      value(await undo(session, decision));
      expect(repository.read('a.txt')).toBe(text());
      expect(work()).toBe(text({ 2: 'two' }));
      expect(openChange(session, 'a.txt').hunks).toMatchObject([{ outcome: { state: 'pending' } }]);
      expect((await undo(session, decision)).ok).toBe(false);
    },
  );
});
