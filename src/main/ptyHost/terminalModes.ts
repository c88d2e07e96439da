/** Modes that a program may have set long ago, and that a restored screen must have again. */
const lasting: ReadonlySet<number> = new Set([
  // Cursor keys, wrap-around, cursor shown.
  1, 7, 25,
  // The alternate screen.
  47, 1047, 1049,
  // The mouse, how it is reported, and focus.
  9, 1000, 1002, 1003, 1004, 1005, 1006, 1015, 1016,
  // Bracketed paste.
  2004,
]);

/** Modes that are on unless a program turns them off. */
const onByDefault: readonly number[] = [7, 25];

const alternateScreen: readonly number[] = [47, 1047, 1049];

// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences start with one.
const sequence = /\x1b(?:\[\?([\d;]{1,64})([hl])|([=>c])|\[!p)/g;

/** The longest sequence that is searched for. */
const LONGEST_SEQUENCE = 70;

/** Tracks which lasting modes are in effect after the scanned text. */
export class TerminalModes {
  private readonly changed = new Map<number, boolean>();
  private hasKeypad = false;
  /** The end of the previous text, in case a sequence began there. */
  private carried = '';

  get isAlternateScreen(): boolean {
    return alternateScreen.some((mode) => this.changed.get(mode) === true);
  }

  scan(text: string): void {
    // Most output contains no escape at all.
    if (this.carried === '' && !text.includes('\x1b')) return;
    const whole = this.carried + text;
    let end = 0;
    for (const found of whole.matchAll(sequence)) {
      this.apply(found[1], found[2], found[3]);
      end = found.index + found[0].length;
    }
    const last = whole.lastIndexOf('\x1b');
    const isOpen = last >= end && whole.length - last <= LONGEST_SEQUENCE;
    this.carried = isOpen ? whole.slice(last) : '';
  }

  /** The sequences that give a new screen these modes. */
  toSequences(): string {
    const modes = [...this.changed].map(([mode, isOn]) => `\x1b[?${mode}${isOn ? 'h' : 'l'}`);
    return modes.join('') + (this.hasKeypad ? '\x1b=' : '');
  }

  private apply(modes: string | undefined, verb: string | undefined, single: string | undefined) {
    if (modes !== undefined) {
      for (const mode of modes.split(';').map(Number)) this.set(mode, verb === 'h');
    } else if (single === '=' || single === '>') {
      this.hasKeypad = single === '=';
    } else {
      this.changed.clear();
      this.hasKeypad = false;
    }
  }

  private set(mode: number, isOn: boolean): void {
    if (!lasting.has(mode)) return;
    if (isOn === onByDefault.includes(mode)) this.changed.delete(mode);
    else this.changed.set(mode, isOn);
  }
}
