import { fail, ok, type Result } from '#shared/errors';

/** Bounds of a pattern: the alternatives that its braces expand to, and its length. */
const GLOB_ALTERNATIVES = 64;
const GLOB_LENGTH = 1_024;

/** One part of a path in a pattern; `null` matches any number of parts. */
type Part = string | null;

/**
 * A glob pattern over the parts of a path: `*`, `?`, `[a-z]`, `{a,b}` and `**`. It comes from an
 * agent, so that matching takes time in proportion to its length, whatever it says.
 */
export class GlobPattern {
  private constructor(private readonly alternatives: readonly (readonly Part[])[]) {}

  static parse(pattern: string): Result<GlobPattern> {
    if (pattern === '' || pattern.length > GLOB_LENGTH || pattern.includes('\0')) {
      return fail('invalid-input', 'The pattern is empty, too long or not a path.');
    }
    const expanded = expandBraces(pattern);
    if (expanded === null) return fail('invalid-input', 'The pattern has too many alternatives.');
    const alternatives = expanded.map((text) => text.split('/').filter(Boolean).map(partOf));
    if (alternatives.some((parts) => parts.includes('..'))) {
      return fail('invalid-input', 'The pattern must stay inside the folder.');
    }
    return ok(new GlobPattern(alternatives));
  }

  /** The state of a walk before its first folder. */
  start(): GlobState {
    return new GlobState(this.alternatives.map((parts) => ({ parts, at: closure(parts, [0]) })));
  }
}

interface Track {
  readonly parts: readonly Part[];
  /** Which parts may come next; the end of the list once all have been met. */
  readonly at: readonly number[];
}

/** How much of a pattern is matched on the way down to a file or folder. */
export class GlobState {
  constructor(private readonly tracks: readonly Track[]) {}

  /** The whole pattern has been met. */
  get isMatch(): boolean {
    return this.tracks.some(({ parts, at }) => at.includes(parts.length));
  }

  /** Something below could still match. */
  get isOpen(): boolean {
    return this.tracks.some(({ parts, at }) => at.some((index) => index < parts.length));
  }

  /** Whether a folder of this name is asked for by name, and not only by `**`. */
  names(name: string): boolean {
    return this.tracks.some(({ parts, at }) => at.some((index) => parts[index] === name));
  }

  enter(name: string): GlobState {
    const tracks = this.tracks.map(({ parts, at }) => {
      const next = at.flatMap((index) => step(parts[index], index, name));
      return { parts, at: closure(parts, next) };
    });
    return new GlobState(tracks.filter(({ at }) => at.length > 0));
  }
}

function step(part: Part | undefined, index: number, name: string): readonly number[] {
  if (part === undefined) return [];
  if (part === null) return [index];
  return fitsPart(part, name) ? [index + 1] : [];
}

/** `**` also matches nothing. */
function closure(parts: readonly Part[], at: readonly number[]): readonly number[] {
  const reached = new Set(at);
  for (const index of reached) {
    if (parts[index] === null) reached.add(index + 1);
  }
  return [...reached];
}

function partOf(text: string): Part {
  return text === '**' ? null : text;
}

/**
 * Pure: whether a name fits one part of a pattern. It backtracks to one place at most: the last `*`
 * and how much that has matched.
 */
export function fitsPart(part: string, name: string): boolean {
  let [p, n, star, swallowed] = [0, 0, -1, 0];
  while (n < name.length) {
    const token = tokenAt(part, p);
    if (token.type === 'many') {
      star = token.end;
      swallowed = n;
      p = token.end;
    } else if (token.type === 'one' && token.fits(name[n] ?? '')) {
      p = token.end;
      n++;
    } else if (star >= 0) {
      p = star;
      n = ++swallowed;
    } else {
      return false;
    }
  }
  let rest = tokenAt(part, p);
  while (rest.type === 'many') rest = tokenAt(part, rest.end);
  return rest.type === 'end';
}

type Token =
  | { readonly type: 'end' }
  | { readonly type: 'many'; readonly end: number }
  | { readonly type: 'one'; readonly end: number; fits(character: string): boolean };

function tokenAt(part: string, index: number): Token {
  const character = part[index];
  if (character === undefined) return { type: 'end' };
  if (character === '*') return { type: 'many', end: index + 1 };
  if (character === '?') return { type: 'one', end: index + 1, fits: () => true };
  const close = character === '[' ? part.indexOf(']', index + 2) : -1;
  if (close === -1) {
    return { type: 'one', end: index + 1, fits: (other) => other === character };
  }
  const listed = part.slice(index + 1, close);
  const isNegated = listed.startsWith('!') || listed.startsWith('^');
  const members = isNegated ? listed.slice(1) : listed;
  const fits = (other: string) => isListed(members, other) !== isNegated;
  return { type: 'one', end: close + 1, fits };
}

function isListed(members: string, character: string): boolean {
  for (let index = 0; index < members.length; index++) {
    const first = members[index] ?? '';
    const last = members[index + 1] === '-' ? members[index + 2] : undefined;
    if (last !== undefined) index += 2;
    if (character >= first && character <= (last ?? first)) return true;
  }
  return false;
}

/** Null when there are too many. Braces that are not closed are ordinary characters. */
export function expandBraces(pattern: string): readonly string[] | null {
  const waiting = [pattern];
  const done: string[] = [];
  for (let text = waiting.pop(); text !== undefined; text = waiting.pop()) {
    // The innermost pair: it holds no other.
    const found = /\{([^{},]*,[^{}]*)\}/.exec(text);
    if (found === null) done.push(text);
    else {
      const [whole, choices = ''] = found;
      const [before, after] = [text.slice(0, found.index), text.slice(found.index + whole.length)];
      waiting.push(...choices.split(',').map((choice) => before + choice + after));
    }
    if (done.length + waiting.length > GLOB_ALTERNATIVES) return null;
  }
  return done;
}
