import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import type { UpdateState } from '#shared/ipc/updates';
import { bridge } from '#test/window/setup';
import { UpdateDialog } from '#window/features/updates/UpdateDialog';
import { closeDialog } from '#window/state/layout/dialogStore';
import { checkForUpdates } from '#window/state/updates';
import { UpdateBanner } from './UpdateBanner';

const offer = { version: '0.2.0', notes: '- Faster **review**', installedBy: 'app' } as const;
const offered: UpdateState = { type: 'offered', offer, isQuiet: false, problem: null };

afterEach(() => closeDialog('update'));

async function show(state: UpdateState): Promise<void> {
  bridge.answer('updates.state', () => state);
  render(
    <>
      <UpdateBanner />
      <UpdateDialog />
    </>,
  );
  await act(async () => bridge.tell(['updates.changed', state]));
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const answers = () => bridge.inputs('updates.answer').map(({ answer }) => answer);

test('says nothing where nothing is newer, or the user wants to hear later', async () => {
  for (const state of [
    { type: 'unavailable' },
    { type: 'none', isChecking: false, checkedAt: null, problem: 'No network' },
    { ...offered, isQuiet: true },
  ] as const) {
    await show(state);
    expect(screen.queryByRole('status')).toBeNull();
  }
});

test('offers a newer version with its changelog, and each answer', async () => {
  await show(offered);
  expect(screen.getByRole('status').textContent).toContain('Airlock 0.2.0 is available.');
  await press('Install when idle');
  await press('Later');
  await press('What’s new');
  const dialog = await screen.findByRole('dialog', { name: 'What’s new in Airlock 0.2.0' });
  expect(dialog.textContent).toContain('Faster review');
  await press('Skip this version');
  expect(answers()).toEqual(['install', 'later', 'skip']);
});

test('shows how far a download is, and stops it', async () => {
  await show({ type: 'downloading', offer, received: 45_000_000, total: 120_000_000 });
  expect(screen.getByRole('status').textContent).toContain('45 MB of 120 MB');
  expect(screen.getByRole('progressbar', { name: 'Download of the update' })).toBeTruthy();
  await press('Cancel');
  expect(answers()).toEqual(['cancel']);
});

test('says what went wrong, and tries again', async () => {
  await show({ ...offered, problem: 'The download failed: the disk is full.' });
  expect(screen.getByRole('alert').textContent).toContain('the disk is full');
  await press('Try again');
  expect(answers()).toEqual(['install']);
});

test('shows the command for a package of the system', async () => {
  const command = 'sudo apt install /data/airlock_0.2.0_amd64.deb';
  const file = '/data/airlock_0.2.0_amd64.deb';
  await show({ type: 'downloaded', offer: { ...offer, installedBy: 'user' }, file, command });
  expect(screen.getByRole('status').textContent).toContain(command);
  await press('Show file');
  expect(answers()).toEqual(['showFile']);
});

test('waits for the agents, unless the user does not', async () => {
  await show({ type: 'waiting', offer });
  expect(screen.getByRole('status').textContent).toContain('restarts with version 0.2.0');
  await press('Keep running');
  await press('Restart now');
  expect(answers()).toEqual(['cancel', 'now']);
});

test('looks when the user wants it, and shows what it found', async () => {
  bridge.answer('updates.check', () => offered);
  await show(offered);
  await act(checkForUpdates);
  expect(await screen.findByRole('dialog', { name: 'What’s new in Airlock 0.2.0' })).toBeTruthy();
});
