import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { SessionId } from '#shared/ids';
import { FakeBridge } from '#test/window/fakeBridge';
import { closeDialog, openDialog } from '#window/state/layout/dialogStore';
import { panesStore } from '#window/state/layout/panes';
import { CommandPalette } from './CommandPalette';

test('the palette opens empty, also right after it was closed', async () => {
  const user = userEvent.setup();
  render(<CommandPalette />);
  act(() => openDialog('palette'));
  await user.type(screen.getByRole('combobox'), 'theme');
  expect(screen.getByRole('combobox')).toHaveProperty('value', 'theme');
  act(() => {
    closeDialog('palette');
  });
  act(() => openDialog('palette'));
  expect(screen.getByRole('combobox')).toHaveProperty('value', '');
  act(() => closeDialog('palette'));
});

test('the palette has the focus before the next frame, and gives it back', async () => {
  render(
    <>
      <textarea aria-label="Prompt" />
      <CommandPalette />
    </>,
  );
  const prompt = screen.getByRole('textbox', { name: 'Prompt' });
  prompt.focus();
  const frames = vi.spyOn(globalThis, 'requestAnimationFrame').mockReturnValue(0);
  await act(async () => openDialog('palette'));
  expect(document.activeElement).toBe(screen.getByRole('combobox'));
  frames.mockRestore();
  await act(async () => closeDialog('palette'));
  await vi.waitFor(() => expect(document.activeElement).toBe(prompt));
});

test('the palette writes out hidden characters of a file’s name', async () => {
  const bridge = new FakeBridge();
  bridge.install();
  bridge.answer('sessions.files', () => [{ path: 'src/cod\u202etxt.sh', positions: [4, 5, 6] }]);
  panesStore.setState({ active: 'ses_hidden' as SessionId });
  render(<CommandPalette />);
  act(() => openDialog('palette'));
  await userEvent.setup().type(screen.getByRole('combobox'), 'cod');
  const found = await screen.findByRole('option', { name: /, file$/ });
  expect(found.textContent).toBe('src/cod\\u{202E}txt.shfile');
  expect(found.getAttribute('aria-label')).toBe('src/cod\\u{202E}txt.sh, file');
  act(() => closeDialog('palette'));
  panesStore.setState({ active: null });
});
