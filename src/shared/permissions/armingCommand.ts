import { assessPath, type Risk } from '#shared/airlock/policy';
import { type CommandWord, programName, type ShellLine, type SimpleCommand } from './commandLine';

/** Programs that write the files that they are given, or go where others then write. */
const WRITERS: ReadonlySet<string> = new Set(
  `tee sponge cp mv ln link install rsync scp sftp dd chmod chown chgrp chattr setfacl touch sed rm rmdir mkdir mkfifo mknod patch
  truncate unlink shred split csplit curl wget tar gtar bsdtar unzip 7z cpio pax gunzip gzip bunzip2 bzip2 unxz xz zstd uniq ed
  ex vi vim nvim emacs nano perl awk gawk ditto prettier biome dos2unix unix2dos cd pushd git`.split(
    /\s+/,
  ),
);

/** Options that name a file or a folder to write, of any program. */
const OUTPUT = /^(?:-[oOCdtP]|--(?:out|output|target|dest|directory|write|file)[\w-]*)$/;

interface Place {
  readonly path: string;
  readonly below: string | null;
  readonly risk: Risk;
}

/** Pure: whether a line names a self-arming file as one that it writes. What it hides, no reader can tell. */
export function armsItself(line: ShellLine, placeOf: (path: string) => Place): boolean {
  if (line.type === 'unreadable') return true;
  const isRed = (text: string) => {
    const { path, below, risk } = placeOf(text);
    // Outside the session's folder are the user's own.
    return (below === null ? assessPath(path.slice(1)) : risk).type === 'red';
  };
  return line.commands.some(
    (command) =>
      command.writes.some((word) => word.form === 'pattern' || isWritten(word, isRed)) ||
      writtenWords(command).some((word) => isWritten(word, isRed)) ||
      configuresGit(command),
  );
}

function isWritten({ text, form }: CommandWord, isRed: (text: string) => boolean): boolean {
  return form !== 'unknown' && pathsIn(text).some(isRed);
}

function writtenWords({ words }: SimpleCommand): readonly CommandWord[] {
  const [name, ...args] = words;
  if (WRITERS.has(programName(name?.text ?? ''))) return args;
  return args.filter(({ text }, index) => {
    const [option = ''] = text.split('=', 1);
    return (
      (text !== option && OUTPUT.test(option)) ||
      /^-[oOC]./.test(text) ||
      OUTPUT.test(args[index - 1]?.text ?? '')
    );
  });
}

/** The word itself, or what comes after an option in it: `of=x`, `--output=x`, `-ox`, `{a,b}` as each of them. */
function pathsIn(text: string): readonly string[] {
  const whole = text.replace(/^~(?=\/)/, '.');
  const values = [
    whole,
    whole.slice(whole.indexOf('=') + 1),
    whole.replace(/^-[A-Za-z]/, ''),
    whole.replace(/^-[A-Za-z]+/, ''),
  ];
  return [...new Set(values)].filter((value) => value !== '').flatMap(spellings);
}

/** The texts that braces of one level stand for. */
function spellings(text: string): readonly string[] {
  const [, before = '', inner, after = ''] = /^(.*?)\{([^{},]*,[^{}]*)\}(.*)$/s.exec(text) ?? [];
  if (inner === undefined) return [text];
  return inner
    .split(',')
    .slice(0, 20)
    .map((one) => before + one + after);
}

const GIT_READS = /^(?:--(?:get[\w-]*|list)|-l|get|list)$/;
/** Flags that may stand before that, without a value of their own. */
const GIT_FLAGS =
  /^--(?:global|local|system|worktree|null|includes|show-origin|show-scope|name-only)$/;

/** Git's configuration names programs that it runs, and can be written without naming its file. */
function configuresGit({ words }: SimpleCommand): boolean {
  const [name, ...args] = words;
  if (programName(name?.text ?? '') !== 'git') return false;
  const at = args.findIndex(({ text }) => text === 'config');
  // Git takes options before names alone: in `config core.hooksPath list` the last word is a value.
  const first = args.slice(at + 1).find(({ text }) => !GIT_FLAGS.test(text));
  return at !== -1 && !GIT_READS.test(first?.text ?? '');
}
