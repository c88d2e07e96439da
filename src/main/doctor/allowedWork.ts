import { plainLine } from '#shared/permissions/plainLine';
import { placeOf, requestNeeds } from '#shared/permissions/requestNeeds';
import type { AskedFacts } from '#shared/session/request/askedFacts';
import { requestFacts } from '#shared/session/request/requestFacts';

/** Commands that only print. */
const PRINTING: ReadonlySet<string> = new Set(['echo', 'printf', 'true', 'pwd']);
/** Variables of a command that do not change what these commands do. */
const IDLE_VARIABLES =
  /^(?:CI|CLAUDECODE|COLUMNS|FORCE_COLOR|GIT_PAGER|LINES|NO_COLOR|PAGER|TERM)$/;
const SHELL = /^(?:\/(?:usr\/)?bin\/)?(?:ba|z|da)?sh$/;
const SHELL_FLAG = /^-l?c$/;
/** Output into a file in a shell's syntax; `plainLine` accepts no line that writes. */
const WRITTEN = />>? ?(?:'([^']*)'|"([^"$`\\]*)"|([\w./-]+))(?=\s|;|&|\||$)/g;

export interface AllowedWorkOptions {
  readonly folder: string;
  /** Names of the files that the check may write. */
  readonly names: readonly string[];
}

/**
 * The actions that an agent may take in a check: writing the files that the check names, by a tool
 * or by a plain command. A line that merely contains such a name may do other things as well.
 */
export class AllowedWork {
  constructor(private readonly options: AllowedWorkOptions) {}

  coversRequest(asked: AskedFacts): boolean {
    const { folder: cwd, names } = this.options;
    const { toolKind, title, input } = asked;
    if (!names.some((name) => JSON.stringify(asked).includes(name))) return false;
    // A long input is not available.
    if (input !== null && typeof input !== 'string') return false;
    const facts = requestFacts(input);
    if (facts.url !== null || facts.env.length > 0) return false;
    if (facts.cwd !== null && placeOf(facts.cwd, { cwd }).path !== cwd) return false;
    const paths = requestNeeds(asked, { cwd, read: notRead }).needs.flatMap((need) =>
      need.type === 'path' ? need : [],
    );
    const isNear = paths.every(({ access, place }) =>
      access === 'read' ? place.below !== null : names.includes(place.below ?? ''),
    );
    if (!isNear) return false;
    const { command, words } = facts;
    if (words !== null) return this.coversWords(words);
    const line = command ?? (toolKind === 'execute' ? title.replace(/^`([^`]*)`$/, '$1') : null);
    return line === null || this.coversLine(line);
  }

  coversCommand(words: readonly string[], env: readonly { readonly name: string }[]): boolean {
    const isIdle = env.every(({ name }) => IDLE_VARIABLES.test(name));
    return (
      isIdle && (words.length === 1 ? this.coversLine(words[0] ?? '') : this.coversWords(words))
    );
  }

  private coversWords(words: readonly string[]): boolean {
    const line = shellLine(words);
    return line === null ? this.isHarmless(words) : this.coversLine(line);
  }

  private coversLine(line: string): boolean {
    const targets = [...line.matchAll(WRITTEN)].map(([, ...forms]) => forms.join(''));
    const isOurs = targets.every((path) => this.isOurs(path));
    const commands = isOurs ? plainLine(line.replace(WRITTEN, ' ')) : null;
    return (
      commands?.every(({ words }) => {
        const isPlain = words.every(({ form }) => form === 'plain');
        return isPlain && this.coversWords(words.map(({ text }) => text));
      }) === true
    );
  }

  private isHarmless([program = '', ...args]: readonly string[]): boolean {
    const { folder: cwd } = this.options;
    if (program === 'cd') return args.every((path) => placeOf(path, { cwd }).path === cwd);
    if (program === 'touch') return args.every((path) => this.isOurs(path));
    return PRINTING.has(program);
  }

  private isOurs(path: string): boolean {
    const { folder: cwd, names } = this.options;
    return path === '/dev/null' || names.includes(placeOf(path, { cwd }).below ?? '');
  }
}

/** The line that a shell is given, if the command consists of nothing else. */
function shellLine(words: readonly string[]): string | null {
  const [program = '', flag = '', line, ...more] = words;
  const isShell = SHELL.test(program) && SHELL_FLAG.test(flag) && more.length === 0;
  return isShell ? (line ?? null) : null;
}

/** Reads no files: lines are judged here, and more strictly than by rules. */
function notRead() {
  return { type: 'unreadable', reason: '' } as const;
}
