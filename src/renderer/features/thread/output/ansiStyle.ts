/** The style of a stretch of a program's output, as far as we support it. */
export interface AnsiStyle {
  /** A CSS colour: one of our tokens, or what the program computed. */
  readonly color: string | null;
  /**
   * Drawn as a label in this colour; text on it takes the surface's colour, which always contrasts.
   */
  readonly label: string | null;
  readonly bold: boolean;
  readonly dim: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
  readonly strike: boolean;
}

export const plainStyle: AnsiStyle = {
  color: null,
  label: null,
  bold: false,
  dim: false,
  italic: false,
  underline: false,
  strike: false,
};

const names = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const;

/** Applies the numbers of one SGR sequence, except those that would hide text. */
export function applySgr(style: AnsiStyle, parameters: readonly number[]): AnsiStyle {
  let next = style;
  for (let index = 0; index < parameters.length; index++) {
    const code = parameters[index] ?? 0;
    if (code === 38 || code === 48) {
      const { color, used } = extendedColor(parameters, index + 1);
      index += used;
      next = code === 38 ? { ...next, color } : { ...next, label: color };
    } else {
      next = applyOne(next, code);
    }
  }
  return next;
}

function applyOne(style: AnsiStyle, code: number): AnsiStyle {
  if (code >= 30 && code <= 37) return { ...style, color: named(code - 30) };
  if (code >= 90 && code <= 97) return { ...style, color: named(code - 90) };
  if (code >= 40 && code <= 47) return { ...style, label: named(code - 40) };
  if (code >= 100 && code <= 107) return { ...style, label: named(code - 100) };
  switch (code) {
    case 0:
      return plainStyle;
    case 1:
      return { ...style, bold: true };
    case 2:
      return { ...style, dim: true };
    case 3:
      return { ...style, italic: true };
    case 4:
      return { ...style, underline: true };
    case 7:
      return { ...style, label: style.color ?? 'var(--text-primary)' };
    case 9:
      return { ...style, strike: true };
    case 22:
      return { ...style, bold: false, dim: false };
    case 23:
      return { ...style, italic: false };
    case 24:
      return { ...style, underline: false };
    case 27:
    case 49:
      return { ...style, label: null };
    case 29:
      return { ...style, strike: false };
    case 39:
      return { ...style, color: null };
    default:
      return style;
  }
}

function extendedColor(
  parameters: readonly number[],
  at: number,
): { color: string | null; used: number } {
  if (parameters[at] === 5) return { color: indexed(parameters[at + 1] ?? 0), used: 2 };
  if (parameters[at] !== 2) return { color: null, used: 0 };
  const [red = 0, green = 0, blue = 0] = parameters.slice(at + 1, at + 4).map(byte);
  return { color: `rgb(${red} ${green} ${blue})`, used: 4 };
}

function indexed(index: number): string | null {
  if (index < 8) return named(index);
  if (index < 16) return named(index - 8);
  if (index > 255) return null;
  if (index >= 232) {
    const grey = 8 + (index - 232) * 10;
    return `rgb(${grey} ${grey} ${grey})`;
  }
  const level = (step: number) => (step === 0 ? 0 : 55 + step * 40);
  const cube = index - 16;
  const red = level(Math.floor(cube / 36));
  const green = level(Math.floor(cube / 6) % 6);
  return `rgb(${red} ${green} ${level(cube % 6)})`;
}

function named(index: number): string {
  return `var(--ansi-${names[index] ?? 'white'})`;
}

function byte(value: number): number {
  return Math.min(255, Math.max(0, value));
}
