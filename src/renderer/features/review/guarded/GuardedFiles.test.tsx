import { render, screen, within } from '@testing-library/react';
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

it('writes out hidden characters of the path in a reason', () => {
  show({ fault: 'a\u202eb is a pipe.', unfinished: 'c\u202ed.', damage: 'e\u202ef.' });
  for (const text of [/a\\u\{202E\}b is a pipe/, /c\\u\{202E\}d/, /e\\u\{202E\}f/]) {
    expect(screen.getByText(text)).toBeTruthy();
  }
});
