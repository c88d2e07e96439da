import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { defaultSettings } from '#shared/settings';
import { settingKeys } from '#shared/settingTable';
import { bridge } from '#test/window/setup';
import { settingsStore } from '#window/state/settingsStore';
import { AllSettingsPanel } from './AllSettingsPanel';

const keys = () =>
  screen.getAllByRole('listitem').map((item) => item.querySelector('code')?.textContent);

function show() {
  const terminal = { ...defaultSettings.terminal, scrollback: 100 };
  const mcpServers = { a: { command: 'a', env: { KEY: 'opaque-1' } } };
  settingsStore.setState({ settings: { ...defaultSettings, terminal, mcpServers }, problems: [] });
  render(<AllSettingsPanel />);
  return userEvent.setup();
}

beforeEach(() => bridge.answer('settings.update', () => ({ undo: 1 })));

it('lists every setting with its default, and no value of a collection', () => {
  show();
  expect(keys()).toEqual(settingKeys);
  expect(screen.getByText('100 · Default: 5000')).toBeTruthy();
  expect(screen.getByText('1 set · Default: empty')).toBeTruthy();
  expect(document.body.textContent).not.toContain('opaque-1');
});

it('finds settings by their keys and by what they do', async () => {
  const user = show();
  const search = screen.getByLabelText('Search settings');
  await user.type(search, 'lines terminal');
  expect(keys()).toEqual(['terminal.scrollback']);
  await user.clear(search);
  await user.type(search, 'fontSize');
  expect(keys()).toEqual(['transcript.fontSize', 'terminal.fontSize', 'review.fontSize']);
  await user.type(search, 'xyz');
  expect(screen.getByText('No setting matches “fontSizexyz”.')).toBeTruthy();
});

it('resets one that was changed, and only that', async () => {
  const user = show();
  await user.click(screen.getByRole('button', { name: 'Reset terminal.scrollback' }));
  expect(bridge.inputs('settings.update')).toEqual([
    { changes: [{ path: ['terminal', 'scrollback'] }] },
  ]);
  const other = screen.getByRole('button', { name: 'Reset theme' });
  expect(other.getAttribute('aria-disabled')).toBe('true');
});
