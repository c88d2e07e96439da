import { useSyncExternalStore } from 'react';
import { type CommandGroup, type CommandId, commandGroups } from '#shared/commands/commandTable';
import { chordInForce, commandFor } from '#shared/commands/keyBindings';
import { reportError } from '#window/diagnostics/reportError';
import { isMac } from '#window/state/appInfoStore';
import { settingsStore, useSettings } from '#window/state/settingsStore';
import { openModal } from '#window/ui/overlay/modal';
import type { Shortcut } from '#window/ui/text/Kbd';
import type { Command } from './command';
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
export function useShortcut(id: CommandId | undefined): Shortcut | undefined {
  const overrides = useSettings((settings) => settings.keybindings);
  const all = useCommands();
  const command = all.find((candidate) => candidate.id === id);
  const chord = command && chordInForce(command, all, overrides, isMac());
  return chord && shortcutOf(chord, isMac());
}

/**
 * Runs commands by key. It listens in the bubbling phase, so that an editor or terminal that uses a
 * chord itself can stop the event.
 */
export function listenForKeys(target: Window): () => void {
  const listener = (event: KeyboardEvent) => {
    if (!event.defaultPrevented) runByKey(event, commands.list());
  };
  target.addEventListener('keydown', listener);
  return () => target.removeEventListener('keydown', listener);
}

/**
 * For an editor with chords of its own: chords of this group are ours, even if the user changed
 * them.
 */
export function runGroupByKey(event: KeyboardEvent, group: CommandGroup): void {
  const ours = commands.list().filter((command) => command.group === group);
  if (runByKey(event, ours)) event.stopPropagation();
}

/** Returns whether the key belongs to one of the commands. */
function runByKey(event: KeyboardEvent, among: readonly Command[]): boolean {
  if (event.isComposing || event.getModifierState('AltGraph')) return false;
  const { keybindings } = settingsStore.getState().settings;
  const command = commandFor(event, among, keybindings, isMac());
  if (command === undefined || !commands.isEnabled(command.id)) return false;
  if (isCovered(command) || movesInText(event)) return false;
  // The menu has some of the same chords; it only acts on keys that the page does not handle.
  event.preventDefault();
  if (!event.repeat) commands.run(command.id);
  return true;
}

/** Whether a dialog covers the panes: a key must act on what is in front of the user. */
function isCovered({ group }: Command): boolean {
  const modal = openModal();
  if (modal === null) return false;
  return modal === 'question' || commandGroups[group] !== 'Everywhere';
}

/** Whether the key moves to the beginning or end of a text, and the cursor is not there yet. */
function movesInText({ key, target }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement)) return false;
  const { selectionStart, selectionEnd, value } = target;
  if (key === 'End') return (selectionEnd ?? value.length) < value.length;
  return key === 'Home' && (selectionStart ?? 0) > 0;
}
