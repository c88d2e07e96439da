import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { closeDialog, openDialog } from '#window/state/layout/dialogStore';
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
