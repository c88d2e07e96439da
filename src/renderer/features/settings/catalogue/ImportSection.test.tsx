import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { defaultSettings } from '#shared/settings';
import { bridge } from '#test/window/setup';
import { settingsStore } from '#window/state/settingsStore';
import { ImportSection } from './ImportSection';

it('saves an agent without the secrets that the key store took', async () => {
  settingsStore.setState({ settings: defaultSettings, problems: [] });
  const env = { API_KEY: 'hush-4711', MODE: 'fast' };
  const found = { id: 'mine', name: 'Mine', command: 'mine', args: ['acp'], env, origin: 'Zed' };
  bridge.answer('agents.importable', () => ({ agents: [found], problems: [] }));
  bridge.answer('agents.keepSecrets', () => ({ env: { MODE: 'fast' } }));
  bridge.answer('settings.update', () => ({ undo: 1 }));
  render(<ImportSection />);
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Import Mine' }));
  const value = { name: 'Mine', command: 'mine', args: ['acp'], env: { MODE: 'fast' } };
  await expect
    .poll(() => bridge.inputs('settings.update'))
    .toEqual([{ changes: [{ path: ['agents', 'mine'], value }] }]);
  expect(bridge.inputs('agents.keepSecrets')).toEqual([{ id: 'mine', env }]);
});
