import { useSyncExternalStore } from 'react';
import type { CommandId } from '#shared/commands/commandTable';
import { reportError } from '../diagnostics/reportError';
import { isMac } from '../state/appInfoStore';
import { settingsStore, useSettings } from '../state/settingsStore';
import type { Shortcut } from '../ui/Kbd';
import type { Command } from './command';
import { chordOf, commandFor } from './keyBindings';
import { shortcutOf } from './keyLabels';
import { CommandRegistry } from './registry';

/** The window's one registry. */
export const commands = new CommandRegistry(reportError);

export function useCommands(): readonly Command[] {
  return useSyncExternalStore(
    (listener) => commands.onDidChange(listener),
    () => commands.list(),
  );
}

/** The keys that run a command now, or nothing if it has none. */
export function useShortcut(id: CommandId): Shortcut | undefined {
  const overrides = useSettings((settings) => settings.keybindings);
  const command = useCommands().find((candidate) => candidate.id === id);
  const chord = command && chordOf(command, overrides, isMac());
  return chord && shortcutOf(chord, isMac());
}

/**
 * Runs commands by key. It listens on the way up, so that an editor or a terminal that uses a chord
 * itself and stops the event keeps it.
 */
export function listenForKeys(target: Window): () => void {
  const listener = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.getModifierState('AltGraph')) return;
    const { keybindings } = settingsStore.getState().settings;
    const command = commandFor(event, commands.list(), keybindings, isMac());
    if (command === undefined || !commands.isEnabled(command.id)) return;
    // The menu has some of the same chords; it acts only on what the page leaves.
    event.preventDefault();
    if (!event.repeat) commands.run(command.id);
  };
  target.addEventListener('keydown', listener);
  return () => target.removeEventListener('keydown', listener);
}
