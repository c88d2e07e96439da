import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { GuardedChange } from '#shared/airlock/guardedChange';
import type { SessionId } from '#shared/ids';
import type { GuardedSnapshot } from '#shared/ipc/changes';
import { bridge } from '#test/window/setup';
import { GuardedFiles } from './GuardedFiles';

const sessionId = 'ses_1' as SessionId;
const change = (path: string, more: Partial<GuardedChange> = {}): GuardedChange => ({
  id: path,
  place: 'user',
  path,
  state: 'changed',
  reason: 'One of your own files',
  canRestore: true,
  now: null,
  ...more,
});

function show(guarded: Partial<GuardedSnapshot>) {
  const nothing = { ignored: null, isComplete: true, fault: null, unfinished: null, damage: null };
  const whole = { changes: [], restored: [], ...nothing, ...guarded };
  render(<GuardedFiles sessionId={sessionId} guarded={whole} />);
  return userEvent.setup();
}

const settled = () =>
  bridge.inputs('changes.settleGuarded').map(({ ids, verdict }) => [verdict, ...ids]);

describe('files of the user’s that changed while an isolated agent worked', () => {
  it('are listed apart from git’s own, and restored or kept one by one or all', async () => {
    const user = show({
      changes: [
        change('b.txt'),
        change('a.txt'),
        change('large.bin', { canRestore: false }),
        change('config', { place: 'repository' }),
      ],
    });
    const own = within(screen.getByRole('region', { name: 'Changes in your own folder' }));
    expect(
      own.getByText('3 files in your own folder changed while the agent worked.'),
    ).toBeTruthy();
    const git = within(screen.getByRole('region', { name: 'Changes outside the review' }));
    expect(git.getAllByRole('listitem')).toHaveLength(1);
    expect(git.getByText(/It is already in effect/)).toBeTruthy();
    await user.click(own.getByRole('button', { name: 'Restore a.txt (in your own folder)' }));
    await user.click(own.getByRole('button', { name: 'Keep b.txt (in your own folder)' }));
    await user.click(own.getByRole('button', { name: 'Restore all' }));
    await user.click(own.getByRole('button', { name: 'Keep all' }));
    expect(settled()).toEqual([
      ['restore', 'a.txt'],
      ['keep', 'b.txt'],
      ['restore', 'a.txt', 'b.txt'],
      ['keep', 'a.txt', 'b.txt', 'large.bin'],
    ]);
  });

  it('cannot be restored where there is no earlier version', async () => {
    const user = show({ changes: [change('large.bin', { canRestore: false })] });
    await user.click(
      screen.getByRole('button', { name: 'Restore large.bin (in your own folder)' }),
    );
    expect(settled()).toEqual([]);
  });

  it('that were restored can be brought back', async () => {
    const user = show({ restored: [{ id: 'a.txt', place: 'user', path: 'a.txt' }] });
    await user.click(screen.getByRole('button', { name: 'Undo restore' }));
    expect(settled()).toEqual([['undo', 'a.txt']]);
  });
});

describe('ignored files that were written', () => {
  it.each([
    [1, true, '1 ignored file was changed during the last turn and not reviewed.'],
    [1_200, true, '1,200 ignored files were changed during the last turn and not reviewed.'],
    [
      2,
      false,
      'At least 2 ignored files were changed during the last turn and not reviewed. There are too many to check all of them.',
    ],
    [
      0,
      false,
      'No ignored file was seen to change in the last turn, but there are too many to check all of them.',
    ],
  ])('are counted in one line: %d, all of them: %s', (count, isComplete, words) => {
    show({ ignored: { count, isComplete } });
    expect(screen.getByText(words)).toBeTruthy();
  });

  it('are not spoken of where there are none', () => {
    show({ ignored: { count: 0, isComplete: true } });
    expect(screen.queryByText(/ignored/)).toBeNull();
  });

  it('are named on demand', async () => {
    bridge.answer('changes.ignored', () => ({ paths: ['out/a.js', 'out/b\u202e.js'] }));
    show({ ignored: { count: 5, isComplete: true } });
    expect(bridge.inputs('changes.ignored')).toEqual([]);
    const details = screen.getByText(/^5 ignored files/).closest('details');
    if (details === null) throw new Error('It can be opened.');
    details.open = true;
    fireEvent(details, new Event('toggle'));
    const items = await within(details).findAllByRole('listitem');
    expect(items.map(({ textContent }) => textContent)).toEqual([
      'out/a.js',
      'out/b\\u{202E}.js',
      'and 3 more',
    ]);
  });
});

it('says that not all of git’s own files are compared', () => {
  show({ isComplete: false });
  expect(screen.getByText(/Changes to the rest are not shown/)).toBeTruthy();
});

it('writes out hidden characters of the path in a reason', () => {
  show({ fault: 'a\u202eb is a pipe.', unfinished: 'c\u202ed.', damage: 'e\u202ef.' });
  for (const text of [/a\\u\{202E\}b is a pipe/, /c\\u\{202E\}d/, /e\\u\{202E\}f/]) {
    expect(screen.getByText(text)).toBeTruthy();
  }
});
