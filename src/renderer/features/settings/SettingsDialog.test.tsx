import { act, render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { closeDialog } from '#window/state/layout/dialogStore';
import { openSetting } from '#window/state/layout/settingsSection';
import { SettingsDialog } from './SettingsDialog';

test.each([
  ['Terminal font size', 'textbox'],
  ['Editor command', 'textbox'],
  ['Notify me', 'switch'],
] as const)('a setting that is asked for by its name gets the keyboard: %s', async (name, role) => {
  render(<SettingsDialog />);
  act(() => openSetting(name));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole(role, { name })));
  act(() => closeDialog('settings'));
});
