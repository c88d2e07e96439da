import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { SessionId } from '#shared/ids';
import type { ChangesSnapshot } from '#shared/ipc/changes';
import { bridge } from '#test/window/setup';
import { BoardTable } from './BoardTable';
import { CompareToolsProvider } from './compareTools';
import { Comparison } from './comparison';

const [busy, idle] = ['ses_aaaaaaaa', 'ses_bbbbbbbb'] as SessionId[] as [SessionId, SessionId];
const text = {
  type: 'text',
  id: 'h',
  baseStart: 0,
  baseCount: 0,
  proposedStart: 0,
  proposedCount: 1,
};
const view = {
  change: { changeId: 'c', path: 'a.txt' },
  hunks: [{ hunk: text, outcome: { state: 'pending' } }],
  status: 'open',
};

it('offers nothing to take of a session without changes, which would drop the picks of the others', async () => {
  bridge.answer('compare.conflicts', () => []);
  bridge.answer('compare.keys', () => []);
  bridge.answer('changes.list', ({ sessionId }) => {
    const changes = sessionId === busy ? [view] : [];
    return { changes } as unknown as ChangesSnapshot;
  });
  const comparison = new Comparison([busy, idle]);
  const rows = await vi.waitFor(() => {
    const found = comparison.state.rows ?? [];
    expect(found).toHaveLength(1);
    return found;
  });
  const takeAll = vi.fn();
  render(
    <CompareToolsProvider value={{ TwoTexts: () => null, takeAll }}>
      <BoardTable comparison={comparison} rows={rows} />
    </CompareToolsProvider>,
  );
  const [picking, pickingNone] = screen.getAllByRole('button', { name: /^Pick all/ });
  const [, takingNone] = screen.getAllByRole('button', { name: /^Take all/ });
  if (!picking || !pickingNone || !takingNone) throw new Error('A column has no buttons.');
  await userEvent.click(picking);
  await userEvent.click(pickingNone);
  await userEvent.click(takingNone);
  expect(comparison.state.picks).toMatchObject([{ sessionId: busy, hunkIds: ['h'] }]);
  expect(takeAll).not.toHaveBeenCalled();
  comparison.dispose();
});
