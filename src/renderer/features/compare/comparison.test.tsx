import { expect, it, onTestFinished, vi } from 'vitest';
import type { SessionId } from '#shared/ids';
import type { ChangesSnapshot } from '#shared/ipc/changes';
import { bridge } from '#test/window/setup';
import { Comparison } from './comparison';

const [own, other] = ['ses_cccccccc', 'ses_dddddddd'] as SessionId[] as [SessionId, SessionId];

const viewOf = (path: string, oldPath?: string) => ({
  change: { changeId: `${oldPath}${path}`, path, ...(oldPath !== undefined && { oldPath }) },
  hunks: [],
  status: 'open',
});

it('begins at the file that is moved to where the collision is', async () => {
  bridge.answer('compare.keys', () => []);
  bridge.answer('changes.list', ({ sessionId }) => {
    const mine = [viewOf('a.txt'), viewOf('shared.txt', 'mine.txt')];
    const theirs = [viewOf('a.txt'), viewOf('shared.txt', 'theirs.txt')];
    return { changes: sessionId === own ? mine : theirs } as unknown as ChangesSnapshot;
  });
  const comparison = new Comparison([own, other], { path: 'shared.txt', against: other });
  onTestFinished(() => comparison.dispose());
  await vi.waitFor(() => expect(comparison.state.rows).toHaveLength(3));
  expect(comparison.state.place).toEqual({ path: 'mine.txt', sessionId: own });
});
