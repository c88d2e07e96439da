import type {
  Assignment,
  Command,
  HereDoc,
  HereString,
  ParsedScript,
  Redirect,
  SyntaxNode,
  Word,
  WordPart,
} from 'unbash';
import {
  type CommandWord,
  isFedByInput,
  isLauncher,
  isLaunching,
  isRunner,
  isShell,
  programName,
  type ReadLine,
  type ShellLine,
  type SimpleCommand,
} from '#shared/permissions/commandLine';
import { plainLine } from '#shared/permissions/plainLine';
import { LINE_CHARACTERS, LINE_COMMANDS, LINE_DEPTH, LINE_EXPANSIONS } from './limits';

type Parser = typeof import('unbash');

/** The parser is loaded when the first command is judged. */
let loading: Promise<ReadLine> | undefined;

export function loadCommandReader(): Promise<ReadLine> {
  loading ??= import('unbash').then((parser) => (line) => {
    const read = readCommandLine(line, parser);
    // On Windows, a line may be meant for another kind of shell, which reads it differently.
    return process.platform === 'win32' && read.type === 'read' ? { ...read, plain: null } : read;
  });
  return loading;
}

const UNKNOWN: CommandWord = { text: '', form: 'unknown' };

/**
 * Pure: every command that a line may run, and the line as a whole if nothing in it is hidden. The
 * line's length and the number of its expansions are limited before it is parsed.
 */
function readCommandLine(line: string, parser: Parser): ShellLine {
  try {
    const found = new Finder(parser);
    found.line(line, 0);
    return { type: 'read', commands: found.commands, plain: agreed(line, parser) };
  } catch (error) {
    // The parser is recursive, and hostile text may be nested deeper than the stack allows.
    if (error instanceof UnreadableLine || error instanceof RangeError) {
      return { type: 'unreadable', reason: error.message };
    }
    throw error;
  }
}

class UnreadableLine extends Error {}

/**
 * Bash treats `name[ ; rm x ; ]` as one word, with the commands in it as a subscript; other shells
 * run them.
 */
const SUBSCRIPT = /\w\[[^\]]*[;&|<>()\n]/;

function parseLine(line: string, { parse }: Parser): ParsedScript {
  if (line.length > LINE_CHARACTERS) throw new UnreadableLine('The command is too long.');
  if ((line.match(/\$[({]|[<>]\(|`|\[/g)?.length ?? 0) > LINE_EXPANSIONS) {
    throw new UnreadableLine('The command has too many expansions.');
  }
  if (SUBSCRIPT.test(line))
    throw new UnreadableLine('Different shells read this command differently.');
  const script = parse(line);
  if ((script.errors?.length ?? 0) > 0)
    throw new UnreadableLine('It is not a valid shell command.');
  return script;
}

/** Checks that two ways of reading agree: then the line is as plain as it looks. */
function agreed(line: string, parser: Parser): readonly SimpleCommand[] | null {
  const plain = plainLine(line);
  if (plain === null) return null;
  const commands: Command[] = [];
  for (const { command, background } of parseLine(line, parser).commands) {
    if (background) return null;
    const parts = command.type === 'AndOr' ? command.commands : [command];
    for (const part of parts) {
      if (part.type === 'Pipeline' && part.prefixes.length > 0) return null;
      for (const one of part.type === 'Pipeline' ? part.commands : [part]) {
        if (one.type !== 'Command' || one.prefix.length > 0) return null;
        commands.push(one);
      }
    }
  }
  const isSame =
    commands.length === plain.length &&
    commands.every((command, index) => {
      const words = wordsOf(command);
      const expected = plain[index]?.words ?? [];
      return (
        words.length === expected.length &&
        words.every((word, at) => word.type === 'Word' && word.value === expected[at]?.text)
      );
    });
  return isSame ? plain : null;
}

function wordsOf({ name, args }: Command): readonly (Word | Assignment)[] {
  return name === undefined ? args : [name, ...args];
}

/** Matches a flag before a line for a shell: `npm exec -c "…"`. */
const SCRIPT_FLAG = /^(?:-c|-x|--call|--exec|--command|--run)$/;
/** Matches such a flag and its value in one word. */
const SCRIPT_WORD = /^(?:-c|--(?:call|exec|command|run)=)/;

/** Collects commands wherever they occur. */
class Finder {
  readonly commands: SimpleCommand[] = [];

  constructor(private readonly parser: Parser) {}

  line(line: string, depth: number): void {
    if (depth > LINE_DEPTH) this.addUnknown();
    else this.visit(parseLine(line, this.parser), depth);
  }

  private add(command: SimpleCommand): void {
    if (this.commands.length >= LINE_COMMANDS) {
      throw new UnreadableLine('The command contains too many other commands.');
    }
    this.commands.push(command);
  }

  /** Adds an unknown command, which may be any. */
  private addUnknown(): void {
    this.add({ words: [UNKNOWN], writes: [] });
  }

  private visit(node: SyntaxNode, depth: number): void {
    const { errors } = node as Partial<ParsedScript>;
    if (errors !== undefined && errors.length > 0) {
      throw new UnreadableLine('It is not a valid shell command.');
    }
    if (node.type === 'Command') this.command(node, depth);
    else if (node.type === 'Redirected') {
      this.add({ words: [], writes: node.redirects.flatMap(written) });
    }
    this.parser.forEachChild(node, (child) => this.visit(child, depth));
  }

  private command(command: Command, depth: number): void {
    const words = wordsOf(command).map((word) =>
      word.type === 'Word' ? wordFacts(word) : assignmentFacts(word),
    );
    this.add({ words, writes: command.redirects.flatMap(written) });
    // Git's configuration variables can give any of its commands another name.
    if (command.prefix.some(isGitConfiguration)) this.addUnknown();
    this.follow(words, command.redirects, depth);
  }

  /** Adds the commands that a command may run. */
  private follow(
    words: readonly CommandWord[],
    redirects: readonly (Redirect | HereString | HereDoc)[],
    depth: number,
  ): void {
    const [name, ...args] = words;
    if (name === undefined) return;
    const isOpen = name.form === 'unknown' || name.form === 'pattern';
    if (!isOpen && !isRunner(name.text) && !isLauncher(name.text)) return;
    const isRunning = isRunner(name.text) || args.some(({ text }) => isLaunching(name.text, text));
    // The other command may begin anywhere in the arguments, because each program has different
    // options.
    if (isOpen || isRunning) {
      const fed = isOpen || isFedByInput(name.text) ? [UNKNOWN] : [];
      for (const index of args.keys())
        this.add({ words: [...args.slice(index), ...fed], writes: [] });
    }
    for (const [index, { text, form }] of args.entries()) {
      if (form === 'unknown') continue;
      const isScript =
        isRunning || SCRIPT_FLAG.test(args[index - 1]?.text ?? '') || SCRIPT_WORD.test(text);
      if (!isScript) continue;
      if (/[\s;&|<>(`$]/.test(text)) this.script(text, depth);
      for (const value of valuesIn(text)) this.script(value, depth);
    }
    if (programName(name.text) === 'git') this.aliases(args, depth);
    if (!isShell(name.text)) return;
    const fed = redirects.filter(({ type }) => type !== 'Redirect');
    for (const one of fed) {
      if (one.type === 'HereDoc') this.script(one.body.text, depth);
      else if (one.type === 'HereString' && one.target) this.script(one.target.value, depth);
    }
    // A shell with nothing to run takes its commands from elsewhere, such as a pipe.
    const isFed = fed.length === 0 && args.every(({ text }) => text.startsWith('-'));
    if (isFed) this.addUnknown();
  }

  /** Follows aliases: `git -c alias.x=push x` is `git push`. */
  private aliases(args: readonly CommandWord[], depth: number): void {
    for (const { text } of args) {
      if (text.startsWith('--config-env')) this.addUnknown();
      const [, alias] = /^(?:-c)?alias\.[^=]*=(.*)$/is.exec(text) ?? [];
      if (alias !== undefined && !alias.startsWith('!')) this.script(`git ${alias}`, depth);
    }
  }

  /** Follows text that may be a script: if it cannot be read as one, it may be any command. */
  private script(text: string, depth: number): void {
    const before = this.commands.length;
    try {
      // Git's aliases, and editors, mark a shell command by these first characters.
      this.line(text.replace(/^[\s:!]+/, ''), depth + 1);
    } catch (error) {
      if (!(error instanceof UnreadableLine)) throw error;
      this.commands.length = before;
      this.addUnknown();
    }
  }
}

/** `alias x=…`, `--exec=…`, `--checkpoint-action=exec=…` */
function valuesIn(text: string): readonly string[] {
  const parts = text.split('=');
  return parts.slice(1, 4).map((_, index) => parts.slice(index + 1).join('='));
}

function written(redirect: Redirect | HereString | HereDoc): readonly CommandWord[] {
  if (redirect.type !== 'Redirect' || redirect.operator === '<' || redirect.operator === '<&') {
    return [];
  }
  const target = redirect.target === undefined ? UNKNOWN : wordFacts(redirect.target);
  const isStream = redirect.operator === '>&' && /^(?:\d+|-)$/.test(target.text);
  return isStream || target.text === '/dev/null' ? [] : [target];
}

function wordFacts(word: Word): CommandWord {
  const forms = (word.parts ?? []).map(partForm);
  const has = (form: CommandWord['form']) => forms.includes(form);
  const isWhole = /^(?:'[^']*'|"[^"\\]*"|[^'"\\~{}]*)$/s.test(word.text);
  const form = has('unknown')
    ? 'unknown'
    : has('pattern')
      ? 'pattern'
      : has('disguised') || !isWhole
        ? 'disguised'
        : 'plain';
  return { text: word.value, form };
}

/** `alias x=…`, `export X=…` */
function assignmentFacts({ name, value, text }: Assignment): CommandWord {
  if (value.type !== 'Word') return { text, form: 'unknown' };
  const { form, text: known } = wordFacts(value);
  return { text: `${name}=${known}`, form: form === 'plain' ? 'disguised' : form };
}

function partForm(part: WordPart): CommandWord['form'] {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
      return 'plain';
    case 'DoubleQuoted':
    case 'LocaleString':
      return part.parts.every(({ type }) => type === 'Literal') ? 'plain' : 'unknown';
    case 'Glob':
    case 'ExtendedGlob':
      return 'pattern';
    case 'AnsiCQuoted':
      return 'disguised';
    case 'BraceExpansion':
      return 'pattern';
    default:
      return 'unknown';
  }
}

function isGitConfiguration(part: Command['prefix'][number]): boolean {
  return part.type === 'Assignment' && (part.name ?? '').startsWith('GIT_CONFIG');
}
