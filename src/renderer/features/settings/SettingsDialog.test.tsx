import { act, render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { RequestId, SessionId } from '#shared/ids';
import { bridge } from '#test/window/setup';
import { closeDialog } from '#window/state/layout/dialogStore';
import { openRuleForm, openSetting } from '#window/state/layout/settingsSection';
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

test('a form that the settings are opened for gets the keyboard', async () => {
  bridge.answer('permissions.list', () => ({ rules: [], problem: null }));
  render(<SettingsDialog />);
  act(() =>
    openRuleForm({
      type: 'proposed',
      sessionId: 'ses_1' as SessionId,
      requestId: 'req_1' as RequestId,
      matches: [{ type: 'command', words: ['npm', 'test'], more: false }],
      once: null,
    }),
  );
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Command' })),
  );
  act(() => closeDialog('settings'));
});
