import type { CommandFacts, CommandId } from './commandTable';
import {
  isModified,
  isSameChord,
  type KeyChord,
  type KeyPress,
  matchesKeyChord,
  parseKeyChord,
} from './keyChord';

/** The key bindings of settings.json: command id to chord, or null to remove the chord. */
export type KeyOverrides = Readonly<Record<string, string | null>>;

/** A command with its default shortcut. */
export interface BoundCommand extends Pick<CommandFacts, 'key'> {
  readonly id: CommandId;
}

/**
 * The chord that a command has now; none if it has none, or if its entry in settings.json is
 * invalid.
 */
export function chordOf(
  command: BoundCommand,
  overrides: KeyOverrides,
  isMac: boolean,
): KeyChord | undefined {
  const text = Object.hasOwn(overrides, command.id) ? overrides[command.id] : command.key;
  return text ? parseKeyChord(text, isMac) : undefined;
}

/**
 * The chord that runs a command now: none if another command has it in the settings, or if it types
 * text.
 */
export function chordInForce(
  command: BoundCommand,
  commands: readonly BoundCommand[],
  overrides: KeyOverrides,
  isMac: boolean,
): KeyChord | undefined {
  const chord = chordOf(command, overrides, isMac);
  if (chord === undefined || !isModified(chord)) return undefined;
  const holder = commands.find((other) => {
    if (!Object.hasOwn(overrides, other.id)) return false;
    const held = chordOf(other, overrides, isMac);
    return held !== undefined && isSameChord(held, chord);
  });
  return holder === undefined || holder.id === command.id ? chord : undefined;
}

/** The command of a key press. Chords of settings.json win over the defaults. */
export function commandFor<T extends BoundCommand>(
  press: KeyPress,
  commands: readonly T[],
  overrides: KeyOverrides,
  isMac: boolean,
): T | undefined {
  const matching = commands.filter((command) => {
    const chord = chordOf(command, overrides, isMac);
    return chord !== undefined && isModified(chord) && matchesKeyChord(chord, press);
  });
  return matching.find((command) => Object.hasOwn(overrides, command.id)) ?? matching[0];
}
