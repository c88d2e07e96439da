/**
 * One key pressed together with modifiers. `key` is lower case, as `KeyboardEvent.key` without
 * Shift.
 */
export interface KeyChord {
  readonly control: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
  readonly meta: boolean;
  readonly key: string;
}

/** The part of a `KeyboardEvent` that decides which chord was pressed. */
export interface KeyPress {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly metaKey: boolean;
}

type Modifier = 'control' | 'alt' | 'shift' | 'meta' | 'mod';

const modifiers: ReadonlyMap<string, Modifier> = new Map([
  ['mod', 'mod'],
  ['cmdorctrl', 'mod'],
  ['commandorcontrol', 'mod'],
  ['ctrl', 'control'],
  ['control', 'control'],
  ['alt', 'alt'],
  ['option', 'alt'],
  ['shift', 'shift'],
  ['meta', 'meta'],
  ['cmd', 'meta'],
  ['command', 'meta'],
  ['super', 'meta'],
  ['win', 'meta'],
]);

const keyAliases: ReadonlyMap<string, string> = new Map([
  ['esc', 'escape'],
  ['return', 'enter'],
  ['del', 'delete'],
  ['ins', 'insert'],
  ['space', ' '],
  ['plus', '+'],
  ['up', 'arrowup'],
  ['down', 'arrowdown'],
  ['left', 'arrowleft'],
  ['right', 'arrowright'],
]);

const namedKeys =
  /^(f([1-9]|1\d|2[0-4])|enter|escape|tab|backspace|delete|insert|home|end|pageup|pagedown|arrow(up|down|left|right))$/;

/** Reads `Mod+Shift+P` and its like; `Mod` is Command on macOS and Control elsewhere. */
export function parseKeyChord(text: string, isMac: boolean): KeyChord | undefined {
  const parts = text
    .trim()
    .toLowerCase()
    .split('+')
    .map((part) => part.trim());
  // "Mod++" ends in the plus key itself.
  if (parts.at(-1) === '' && parts.at(-2) === '') parts.splice(-2, 2, '+');
  const last = parts.pop() ?? '';
  const key = keyAliases.get(last) ?? last;
  if (key.length !== 1 && !namedKeys.test(key)) return undefined;
  const held = new Set<Modifier>();
  for (const part of parts) {
    const modifier = modifiers.get(part);
    if (modifier === undefined) return undefined;
    held.add(modifier === 'mod' ? (isMac ? 'meta' : 'control') : modifier);
  }
  return {
    control: held.has('control'),
    alt: held.has('alt'),
    shift: held.has('shift'),
    meta: held.has('meta'),
    key,
  };
}

export function matchesKeyChord(chord: KeyChord, press: KeyPress): boolean {
  return (
    chord.control === press.ctrlKey &&
    chord.alt === press.altKey &&
    chord.shift === press.shiftKey &&
    chord.meta === press.metaKey &&
    keysOf(press).includes(chord.key)
  );
}

export function isSameChord(one: KeyChord, other: KeyChord): boolean {
  return (
    one.control === other.control &&
    one.alt === other.alt &&
    one.shift === other.shift &&
    one.meta === other.meta &&
    one.key === other.key
  );
}

/** True for a chord that cannot be typed as text, and so may act while a text field has focus. */
export function isModified(chord: KeyChord): boolean {
  return chord.control || chord.alt || chord.meta || /^f\d/.test(chord.key);
}

/**
 * A key that types no Latin letter or digit (another script, Shift+1) is also known by its place.
 */
export function keysOf({ key, code }: KeyPress): readonly string[] {
  const typed = key.toLowerCase();
  if (/^[a-z0-9]$/.test(typed) || typed.length > 1) return [typed];
  const place = /^(?:Key([A-Z])|Digit(\d))$/.exec(code);
  const placed = place?.[1] ?? place?.[2] ?? punctuation.get(code);
  return placed === undefined ? [typed] : [typed, placed.toLowerCase()];
}

const punctuation: ReadonlyMap<string, string> = new Map([
  ['Comma', ','],
  ['Period', '.'],
  ['Slash', '/'],
  ['Semicolon', ';'],
  ['Quote', "'"],
  ['BracketLeft', '['],
  ['BracketRight', ']'],
  ['Backslash', '\\'],
  ['Backquote', '`'],
  ['Minus', '-'],
  ['Equal', '='],
]);
