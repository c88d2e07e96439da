import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import type { RefreshId, SessionId } from '#shared/ids';
import type { Refreshed } from '#shared/ipc/refresh';
import { bridge } from '#test/window/setup';
import { followStandings } from '#window/state/session/standings';
import { refreshPrompt } from './refreshPrompt';
import { StandingBar } from './StandingBar';

const sessionId = 'ses_standing' as SessionId;
const refreshId = 'rfr_00000001' as RefreshId;
const refreshed: Refreshed = {
  refreshId,
  updated: ['a.txt', 'b.txt'],
  dropped: [{ path: 'a.txt', text: '-yours\n+the agent’s' }],
  left: [],
  kept: [],
  state: 'taken',
  canUndo: true,
};
const words = refreshPrompt(refreshed.updated, refreshed.dropped);

const onDraft = vi.fn();
const onWithdrawDraft = vi.fn();
const show = () =>
  render(<StandingBar sessionId={sessionId} onDraft={onDraft} onWithdrawDraft={onWithdrawDraft} />);
const tell = (of: Partial<Refreshed>, moved: readonly string[] = []) =>
  act(() =>
    bridge.tell([
      'refresh.moved',
      { sessionId, moved, conflicts: 0, refreshed: { ...refreshed, ...of } },
    ]),
  );
const bar = () => screen.queryByRole('group', { name: 'Refreshed from your files' });

bridge.answer('refresh.standings', () => []);
followStandings();
beforeEach(() => {
  localStorage.clear();
  vi.clearAllMocks();
});

it('tells of a refresh that this window did not ask for, lists what was taken out, and drafts the prompt once', async () => {
  show();
  tell({});
  expect(bar()?.textContent).toContain('Updated 2 files, removed conflicting changes from 1');
  expect(onDraft).toHaveBeenCalledExactlyOnceWith(sessionId, words);
  await userEvent.click(screen.getByRole('button', { name: 'Show' }));
  expect((await screen.findByText(/\+the agent’s/)).textContent).toBe('-yours\n+the agent’s');
  // Opened again, as after a restart.
  cleanup();
  show();
  expect(onDraft).toHaveBeenCalledTimes(1);
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(bridge.inputs('refresh.undo')).toEqual([{ sessionId, refreshId }]);
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(bridge.inputs('refresh.dismiss')).toEqual([{ sessionId, refreshId }]);
});

it('takes the words out of the prompt once it is undone, also by a later start', () => {
  show();
  tell({});
  cleanup();
  show();
  tell({ state: 'undone', canUndo: false });
  expect(onWithdrawDraft).toHaveBeenCalledExactlyOnceWith(sessionId, words);
  expect(bar()).toBeNull();
});

it('offers no undo after something else has happened, but still what was taken out', () => {
  show();
  tell({ canUndo: false }, ['c.txt']);
  expect(screen.getByRole('group', { name: 'Your files have changed' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Show' })).toBeDefined();
});

it('says which files an undo could not bring back, and what they lack', () => {
  show();
  tell({ state: 'undone', canUndo: false, kept: ['a.txt'] });
  expect(bar()?.textContent).toContain('Undone, except for 1 file');
  expect(screen.getByTitle(/not brought back: a\.txt/)).toBeDefined();
  expect(screen.getByRole('button', { name: 'Show' })).toBeDefined();
});
