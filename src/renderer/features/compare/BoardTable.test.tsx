import { render, screen, within } from '@testing-library/react';
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
  const acceptAll = vi.fn();
  render(
    <CompareToolsProvider value={{ TwoTexts: () => null, acceptAll }}>
      <BoardTable comparison={comparison} rows={rows} />
    </CompareToolsProvider>,
  );
  const [picking, pickingNone] = screen.getAllByRole('button', { name: /^Pick all/ });
  const [, acceptingNone] = screen.getAllByRole('button', { name: /^Accept all/ });
  if (!picking || !pickingNone || !acceptingNone) throw new Error('A column has no buttons.');
  await userEvent.click(picking);
  await userEvent.click(pickingNone);
  await userEvent.click(acceptingNone);
  expect(comparison.state.picks).toMatchObject([{ sessionId: busy, hunkIds: ['h'] }]);
  expect(acceptAll).not.toHaveBeenCalled();
  comparison.dispose();
});

it('tells more versions apart than there are colours, by a letter', async () => {
  const ids = Array.from({ length: 7 }, (_, index) => `ses_version${index}` as SessionId);
  bridge.answer('compare.conflicts', () => []);
  // The last two did the same.
  bridge.answer('compare.keys', ({ sessionId, changeIds }) => {
    const version = Math.min(ids.indexOf(sessionId), 5);
    return changeIds.map((changeId) => [changeId, [`key${version}`]] as const);
  });
  bridge.answer('changes.list', ({ sessionId }) => {
    const change = { ...view.change, changeId: sessionId };
    return { changes: [{ ...view, change }] } as unknown as ChangesSnapshot;
  });
  const comparison = new Comparison(ids);
  const rows = await vi.waitFor(() => {
    const found = comparison.state.rows ?? [];
    expect(found[0]?.agreement).toBe('some');
    return found;
  });
  render(
    <CompareToolsProvider value={{ TwoTexts: () => null, acceptAll: vi.fn() }}>
      <BoardTable comparison={comparison} rows={rows} />
    </CompareToolsProvider>,
  );
  const row = screen.getByRole('row', { name: /a\.txt/ });
  const cells = within(row).getAllByRole('button');
  const letters = ['A', 'B', 'C', 'D', 'E', 'F', 'F'];
  expect(
    cells.map((cell) => /version (\w)/.exec(cell.getAttribute('aria-label') ?? '')?.[1]),
  ).toEqual(letters);
  expect(cells.map((cell) => cell.querySelector('[data-version]')?.textContent)).toEqual(letters);
  // The whole table is one stop of Tab: the cell that is shown.
  expect(cells.map((cell) => cell.tabIndex)).toEqual([0, -1, -1, -1, -1, -1, -1]);
  expect(cells[4]?.dataset.group).not.toBe(cells[0]?.dataset.group);
  comparison.dispose();
});
