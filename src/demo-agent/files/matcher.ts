import { type Context, createContext, Script } from 'node:vm';
import type { Pattern } from '../parse/request';

export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Replaced {
  readonly text: string;
  readonly count: number;
}

export interface Matcher {
  /** The matches, at most `maxSpans`. */
  spans(text: string): readonly Span[];
  replace(text: string, replacement: string): Replaced;
}

/** The message is shown to the user. */
export class PatternProblem extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PatternProblem';
  }
}

const maxSpans = 100_000;
/**
 * A pattern that backtracks endlessly is stopped after this time in milliseconds, because other
 * sessions share the process.
 */
const regexTimeout = 1_000;

export function createMatcher(pattern: Pattern): Matcher {
  return pattern.kind === 'text'
    ? new TextMatcher(pattern.text)
    : new RegexMatcher(pattern.source, pattern.flags);
}

class TextMatcher implements Matcher {
  readonly #needle: string;

  constructor(needle: string) {
    this.#needle = needle;
  }

  spans(text: string): readonly Span[] {
    const spans: Span[] = [];
    let at = text.indexOf(this.#needle);
    while (at >= 0 && spans.length < maxSpans) {
      spans.push({ start: at, end: at + this.#needle.length });
      at = text.indexOf(this.#needle, at + this.#needle.length);
    }
    return spans;
  }

  replace(text: string, replacement: string): Replaced {
    const parts = text.split(this.#needle);
    return { text: parts.join(replacement), count: parts.length - 1 };
  }
}

const findScript = new Script(`
  found.length = 0;
  expression.lastIndex = 0;
  for (let match = expression.exec(text); match && found.length < limit * 2; match = expression.exec(text)) {
    if (match[0] === '') throw new Error('empty');
    found.push(match.index, match.index + match[0].length);
  }`);

const replaceScript = new Script(`replaced = text.replace(expression, replacement);`);

/** Runs in its own `vm` context, since only that can stop an expression after a time. */
class RegexMatcher implements Matcher {
  readonly #scope: {
    text: string;
    replacement: string;
    replaced: string;
    found: number[];
    limit: number;
    expression: RegExp;
  };
  readonly #context: Context;

  constructor(source: string, flags: string) {
    let expression: RegExp;
    try {
      expression = new RegExp(source, flags.includes('g') ? flags : `${flags}g`);
    } catch (error) {
      const reason =
        error instanceof Error
          ? error.message.replace(/^Invalid regular expression: /, '')
          : String(error);
      throw new PatternProblem(`That regular expression is not valid: ${reason}.`);
    }
    this.#scope = {
      text: '',
      replacement: '',
      replaced: '',
      found: [],
      limit: maxSpans,
      expression,
    };
    this.#context = createContext(this.#scope);
  }

  spans(text: string): readonly Span[] {
    this.#scope.text = text;
    this.#run(findScript);
    const spans: Span[] = [];
    const found = this.#scope.found;
    for (let at = 0; at + 1 < found.length; at += 2)
      spans.push({ start: found[at] ?? 0, end: found[at + 1] ?? 0 });
    return spans;
  }

  replace(text: string, replacement: string): Replaced {
    const count = this.spans(text).length;
    if (count === 0) return { text, count };
    this.#scope.replacement = replacement;
    this.#run(replaceScript);
    return { text: this.#scope.replaced, count };
  }

  #run(script: Script): void {
    try {
      script.runInContext(this.#context, { timeout: regexTimeout });
    } catch (error) {
      const isTimeout =
        error instanceof Error && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
      throw new PatternProblem(
        isTimeout
          ? 'That regular expression takes too long, so I stopped it. Nested repeats such as `(a+)+` do that.'
          : 'That regular expression matches the empty text, which is everywhere.',
      );
    }
  }
}
