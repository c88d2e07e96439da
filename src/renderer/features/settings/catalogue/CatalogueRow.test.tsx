import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { AgentId } from '#shared/ids';
import type { CatalogueEntry } from '#shared/ipc/agents';
import { bridge } from '#test/window/setup';
import { CatalogueRow } from './CatalogueRow';

const entry: CatalogueEntry = {
  id: 'mine' as AgentId,
  name: 'Mine',
  description: null,
  website: null,
  version: '1.2.0',
  command: 'npm install mine@1.2.0',
  whyNot: null,
  finding: null,
  installed: [],
  update: null,
  progress: null,
  failure: null,
};
const version = (number: string, isActive: boolean) => ({
  version: number,
  bytes: 2_000_000,
  isActive,
  node: null,
});

it('shows what would be run, and installs with one click', async () => {
  render(<CatalogueRow entry={entry} />);
  expect(screen.getByText('npm install mine@1.2.0')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Install Mine' }));
  expect(bridge.inputs('agents.install')).toEqual([{ id: 'mine', version: null }]);
});

it('shows how far it is, and can be cancelled', async () => {
  const progress = { phase: 'downloading', received: 1_000_000, total: 4_000_000 } as const;
  render(<CatalogueRow entry={{ ...entry, progress }} />);
  expect(screen.getByRole('progressbar', { name: 'Installing Mine' })).toBeTruthy();
  expect(screen.getByRole('status').textContent).toMatch(/^Downloading: .+ of .+$/);
  await userEvent.click(screen.getByRole('button', { name: 'Cancel installing Mine' }));
  expect(bridge.inputs('agents.cancelInstall')).toEqual([{ id: 'mine' }]);
});

it('offers an update, an older version, and removal', async () => {
  bridge.answer('agents.uninstall', () => ({ token: 'token' }));
  const installed = [version('1.1.0', true), version('1.0.0', false)];
  render(<CatalogueRow entry={{ ...entry, installed, update: '1.2.0' }} />);
  await userEvent.click(screen.getByRole('button', { name: 'Update Mine to 1.2.0' }));
  expect(bridge.inputs('agents.install')).toEqual([{ id: 'mine', version: '1.2.0' }]);
  await userEvent.click(screen.getByRole('button', { name: 'Use Mine 1.0.0' }));
  expect(bridge.inputs('agents.use')).toEqual([{ id: 'mine', version: '1.0.0' }]);
  await userEvent.click(screen.getByRole('button', { name: 'Remove Mine 1.0.0' }));
  expect(bridge.inputs('agents.uninstall')).toEqual([{ id: 'mine', version: '1.0.0' }]);
});

it('says why nothing was installed, and why nothing can be', () => {
  const failure = { message: 'A download does not match its checksum.', detail: null };
  render(<CatalogueRow entry={{ ...entry, failure }} />);
  expect(screen.getByRole('alert').textContent).toContain('does not match its checksum');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  render(
    <CatalogueRow
      entry={{ ...entry, name: 'Other', version: null, command: null, whyNot: 'No program.' }}
    />,
  );
  expect(screen.getByText('No program.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Install Other' })).toBeNull();
});
