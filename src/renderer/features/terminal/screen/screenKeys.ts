/** The meaning of a key press in a terminal. */
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
  /** Whether a command of the app has this key. */
  readonly isCommand: boolean;
  /** Whether a program runs in the terminal and accepts input. */
  readonly hasProgram: boolean;
}

/** Control with one of these keys types a control character, which shells and editors need. */
const controlKeys = /^[a-z@[\]\\^_ /]$/i;

/**
 * The receiver of a key: the program in the terminal, unless the key is one of the terminal's own,
 * or belongs to a command of the app and is of no use to a program.
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
