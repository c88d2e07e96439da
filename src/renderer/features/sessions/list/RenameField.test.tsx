import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { RenameField } from './RenameField';

function show() {
  const kept: string[] = [];
  render(
    <RenameField label="Session title" text="Old" onKeep={(title) => void kept.push(title)} />,
  );
  const field = screen.getByRole('textbox', { name: 'Session title' });
  return { user: userEvent.setup(), field, kept };
}

describe('renaming in the list', () => {
  it('saves the new name with Enter, once', async () => {
    const { user, field, kept } = show();
    await user.keyboard(' New ');
    await user.keyboard('{Enter}');
    fireEvent.blur(field);
    expect(kept).toEqual(['New']);
  });

  it('saves it when the focus moves away', async () => {
    const { user, field, kept } = show();
    await user.keyboard('New');
    fireEvent.blur(field);
    expect(kept).toEqual(['New']);
  });

  it('keeps the old name with Escape, and when nothing was changed', async () => {
    for (const keys of ['New{Escape}', 'Old{Enter}']) {
      const { user, field, kept } = show();
      await user.clear(field);
      await user.keyboard(keys);
      expect(kept).toEqual([]);
      cleanup();
    }
  });

  it('leaves Enter to an input method that is composing a character', () => {
    const { field, kept } = show();
    fireEvent.change(field, { target: { value: 'にほ' } });
    fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
    expect(kept).toEqual([]);
  });
});
