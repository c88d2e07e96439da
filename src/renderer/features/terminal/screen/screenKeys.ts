/** What a key press in a terminal is for. */
export type KeyPurpose = 'program' | 'app' | 'copy' | 'paste' | 'find' | 'selectAll';

export interface PressedKey {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
}

export interface KeyContext {
  readonly isMac: boolean;
  /** A command of the app has this key. */
  readonly isCommand: boolean;
  /** Something runs in the terminal and may be typed into. */
  readonly hasProgram: boolean;
}

/** Control with one of these is a character of its own, which shells and editors live by. */
const controlKeys = /^[a-z@[\]\\^_ /]$/i;

/**
 * Who gets a key: the program in the terminal unless it is one of the terminal's own, or belongs
 * to a command of the app and is nothing that a program could use.
 */
export function keyPurpose(
  press: PressedKey,
  { isMac, isCommand, hasProgram }: KeyContext,
): KeyPurpose {
  const { key, ctrlKey, shiftKey, altKey, metaKey } = press;
  const letter = key.toLowerCase();
  const isMod = isMac ? metaKey && !ctrlKey && !altKey : ctrlKey && shiftKey && !altKey && !metaKey;
  if (isMod && (!isMac || !shiftKey)) {
    if (letter === 'c') return 'copy';
    if (letter === 'v') return 'paste';
    if (letter === 'f') return 'find';
    if (letter === 'a' && isMac) return 'selectAll';
  }
  if (letter === 'insert' && shiftKey && !ctrlKey) return 'paste';
  if (letter === 'insert' && ctrlKey && !shiftKey) return 'copy';
  if (!isCommand) return 'program';
  if (!hasProgram) return 'app';
  if (metaKey || (ctrlKey && shiftKey)) return 'app';
  return ctrlKey && !controlKeys.test(key) ? 'app' : 'program';
}
