import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
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
