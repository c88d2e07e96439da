import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, onTestFinished } from 'vitest';
import type { SessionId } from '#shared/ids';
import type { ChangesSnapshot } from '#shared/ipc/changes';
import { exampleChange } from '#test/window/exampleChange';
import { FakeBridge } from '#test/window/fakeBridge';
import { openFind } from '#window/features/review/model/find';
import { shownMatch } from '#window/features/review/model/reviewFind';
import { reviewStore } from '#window/features/review/model/reviewStore';
import { listenToChanges } from '#window/state/session/sessionChanges';
import { ReviewFindBar } from './ReviewFindBar';

const session = 'ses_find' as SessionId;
const a = exampleChange({ path: 'a' });
const b = exampleChange({ path: 'b' });

it('finds in all changed files, and goes from match to match across them', async () => {
  const bridge = new FakeBridge();
  bridge.answer('changes.list', () => ({ changes: [b, a] }) as unknown as ChangesSnapshot);
  bridge.answer('changes.find', () => ({
    lines: [
      { changeId: a.change.changeId, side: 'modified', line: 1, column: 0 },
      { changeId: b.change.changeId, side: 'original', line: 1, column: 0 },
    ],
    isComplete: true,
  }));
  bridge.install();
  const loaded = Promise.withResolvers<void>();
  onTestFinished(listenToChanges(session, () => loaded.resolve()));
  await loaded.promise;
  const store = reviewStore(session);
  openFind(session);
  const user = userEvent.setup();
  render(<ReviewFindBar sessionId={session} />);
  const input = screen.getByRole('textbox', { name: 'Find in changed files' });
  expect(document.activeElement).toBe(input);

  await user.keyboard('t');
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('2 lines in 2 files'));
  expect(bridge.inputs('changes.find')[0]?.changeIds).toEqual([
    a.change.changeId,
    b.change.changeId,
  ]);
  await user.keyboard('{Enter}');
  expect(store.getState()).toMatchObject({ path: 'a', hunkId: a.hunks[0]?.hunk.id });
  await user.keyboard('{Enter}');
  expect(store.getState().path).toBe('b');
  expect(shownMatch(store.getState().find)).toMatchObject({ side: 'original', line: 1, length: 1 });
  expect(screen.getByRole('status').textContent).toBe('2 of 2 in 2 files');
  await user.keyboard('{Shift>}{Enter}{/Shift}');
  expect(store.getState().path).toBe('a');

  await user.keyboard('{Escape}');
  expect(screen.queryByRole('textbox')).toBeNull();
});
