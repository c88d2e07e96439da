import { isModified, type KeyPress, keysOf, parseKeyChord } from '#shared/commands/keyChord';
import { capital } from '#shared/text/capital';

const modifierKeys = new Set(['control', 'shift', 'alt', 'altgraph', 'meta', 'capslock', 'fn']);

const written: ReadonlyMap<string, string> = new Map([
  [' ', 'Space'],
  ['+', 'Plus'],
]);

/**
 * The chord that was pressed, as settings.json writes it. Nothing while only modifiers are held,
 * and for keys that type text: they could not be used for a command.
 */
export function recordChord(press: KeyPress, isMac: boolean): string | undefined {
  const keys = keysOf(press);
  if (keys.some((key) => modifierKeys.has(key))) return undefined;
  // Goes by the key's position if it has one, because with Shift or Alt the key types something
  // else.
  const key = keys.at(-1) ?? '';
  const words = [
    (isMac ? press.metaKey : press.ctrlKey) && 'Mod',
    isMac && press.ctrlKey && 'Ctrl',
    !isMac && press.metaKey && 'Meta',
    press.altKey && 'Alt',
    press.shiftKey && 'Shift',
    written.get(key) ?? capital(key),
  ];
  const text = words.filter((word) => word !== false).join('+');
  const chord = parseKeyChord(text, isMac);
  return chord !== undefined && isModified(chord) ? text : undefined;
}
