import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { chordOf } from '#shared/commands/keyBindings';
import { bridge } from '#test/window/setup';
import { command } from '#window/commands/command';
import { shortcutOf } from '#window/commands/keyLabels';
import { KeyRow } from './KeyRow';

const palette = command('palette.show', { run: () => undefined });
const chord = chordOf(palette, {}, false);
const settings = command('settings.show', { run: () => undefined });

function show({ isChanged = false, rivals = [settings] } = {}) {
  render(
    <ul>
      <KeyRow
        command={palette}
        shortcut={chord && shortcutOf(chord, false)}
        isChanged={isChanged}
        rivals={rivals}
      />
    </ul>,
  );
  return userEvent.setup();
}

const changes = () => bridge.inputs('settings.update').flatMap((input) => input.changes);
const path = ['keybindings', palette.id];
const recorder = () => screen.getByRole('button', { name: /^Shortcut for/ });

describe('the shortcut of a command', () => {
  it('is the next chord that is pressed', async () => {
    const user = show();
    await user.click(recorder());
    expect(screen.getByRole('status').textContent).toBe('Press the keys…');
    await user.keyboard('{Control>}{Shift>}j{/Shift}{/Control}');
    expect(changes()).toEqual([{ path, value: 'Mod+Shift+J' }]);
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('stays unchanged with Escape, and when the focus moves away', async () => {
    const user = show();
    await user.click(recorder());
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('status')).toBeNull();
    await user.click(recorder());
    await user.tab();
    expect(screen.queryByRole('status')).toBeNull();
    expect(changes()).toEqual([]);
  });

  it('is removed, and reset to the default', async () => {
    const user = show({ isChanged: true });
    await user.click(screen.getByRole('button', { name: /^Remove shortcut/ }));
    await user.click(screen.getByRole('button', { name: /^Reset shortcut/ }));
    expect(changes()).toEqual([
      { path, value: null },
      { path, value: palette.key },
    ]);
  });

  it('names the commands that have the same shortcut', () => {
    show();
    expect(screen.getByText(`Already used by “${settings.title}”`)).toBeTruthy();
  });
});
