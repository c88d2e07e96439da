import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { SessionId } from '#shared/ids';
import { createState } from '#shared/session/fold';
import { summarise } from '#shared/session/summary';
import { bridge } from '#test/window/setup';
import { RenameField } from './RenameField';

const session = { ...summarise(createState('session' as SessionId).head), title: 'Old' };

function show() {
  render(<RenameField session={session} />);
  return { user: userEvent.setup(), field: screen.getByRole('textbox', { name: 'Session title' }) };
}

const titles = () =>
  bridge
    .inputs('sessions.command')
    .map(({ command }) => (command.type === 'session.rename' ? command.title : command.type));

describe('renaming a session', () => {
  it('saves the new title with Enter, once', async () => {
    const { user, field } = show();
    await user.keyboard(' New ');
    await user.keyboard('{Enter}');
    fireEvent.blur(field);
    expect(titles()).toEqual(['New']);
  });

  it('saves it when the focus moves away', async () => {
    const { user, field } = show();
    await user.keyboard('New');
    fireEvent.blur(field);
    expect(titles()).toEqual(['New']);
  });

  it('keeps the old title with Escape, with an empty title, and when nothing was changed', async () => {
    for (const keys of ['New{Escape}', '   {Enter}', 'Old{Enter}']) {
      const { user, field } = show();
      await user.clear(field);
      await user.keyboard(keys);
      expect(titles()).toEqual([]);
      cleanup();
    }
  });

  it('leaves Enter to an input method that is composing a character', () => {
    const { field } = show();
    fireEvent.change(field, { target: { value: 'にほ' } });
    fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
    expect(titles()).toEqual([]);
  });
});
