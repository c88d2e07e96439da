import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { AgentEnvironment } from '#shared/ipc/agents';
import { bridge } from '#test/window/setup';
import { EnvironmentPanel } from './EnvironmentPanel';

const environment: AgentEnvironment = {
  shell: '/bin/zsh',
  source: 'login-shell',
  problem: null,
  command: 'mine',
  file: '/opt/bin/mine',
  folder: '/opt/bin',
  isInPath: true,
  path: ['/usr/bin', '/opt/bin'],
  removed: [{ name: 'LD_PRELOAD', why: 'It would load other code into the agent.' }],
  variables: [
    { name: 'MODE', value: '$MISSING', missing: ['MISSING'] },
    { name: 'OTHER_TOKEN', value: null, missing: [] },
  ],
  secrets: [
    { name: 'MINE_API_KEY', isReadable: true },
    { name: 'OLD_KEY', isReadable: false },
  ],
  whyNotKept: null,
};

function show(part: Partial<AgentEnvironment> = {}) {
  bridge.answer('agents.environment', () => ({ ...environment, ...part }));
  render(<EnvironmentPanel id="mine" name="Mine" onDone={vi.fn()} />);
  return userEvent.setup();
}

it('says which shell was asked, which folder has the command, and what is not passed on', async () => {
  show();
  expect(await screen.findByText('These come from your login shell (/bin/zsh).')).toBeTruthy();
  expect(
    screen.getByText('mine is /opt/bin/mine, found in the PATH folder /opt/bin.'),
  ).toBeTruthy();
  expect(screen.getByText('It would load other code into the agent.')).toBeTruthy();
  expect(screen.getByText(/Not set: MISSING\./)).toBeTruthy();
});

it('says why the shell could not be asked, and that the command leads nowhere', async () => {
  show({ source: 'process', problem: 'It hangs.', file: null, folder: null });
  expect(
    await screen.findByText(/could not be read from the login shell: It hangs\./),
  ).toBeTruthy();
  expect(screen.getByText('mine was not found.')).toBeTruthy();
});

it('takes secrets, shows their names alone, and removes them', async () => {
  const user = show();
  const list = await screen.findByRole('list', { name: 'Secrets' });
  expect(within(list).getAllByRole('listitem')[1]?.textContent).toContain('Enter it again.');
  await user.type(screen.getByLabelText('Variable'), 'NEW_KEY');
  await user.type(screen.getByLabelText('Secret value'), 'abc');
  await user.click(screen.getByRole('button', { name: 'Save secret' }));
  expect(bridge.inputs('agents.setSecret')).toEqual([
    { id: 'mine', name: 'NEW_KEY', value: 'abc' },
  ]);
  expect(screen.getByLabelText<HTMLInputElement>('Secret value').value).toBe('');
  await user.click(screen.getByRole('button', { name: 'Remove MINE_API_KEY' }));
  expect(bridge.inputs('agents.removeSecret')).toEqual([{ id: 'mine', name: 'MINE_API_KEY' }]);
});

it('moves those that are in the settings, unless there is no key store', async () => {
  const user = show();
  await user.click(await screen.findByRole('button', { name: 'Move to the key store' }));
  expect(bridge.inputs('agents.moveSecrets')).toEqual([{ id: 'mine' }]);
});

it('says that secrets are in memory alone where there is no key store', async () => {
  show({ whyNotKept: 'No key store is running.' });
  expect(await screen.findByText(/Kept in memory until you quit Airlock/)).toBeTruthy();
});
