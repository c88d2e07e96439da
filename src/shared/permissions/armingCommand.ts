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

/** Programs that change the folder for the rest of the line. */
const GOING: ReadonlySet<string> = new Set(['cd', 'pushd']);
/** The most folder changes in one line that are followed; beyond that the user is asked. */
const MOST_GOING = 10;
/** The most paths that are judged, each from each of these folders; more would take too long. */
const MOST_PLACES = 1_000;

/** Options that name a file or a folder to write, of any program. */
const OUTPUT = /^(?:-[oOCdtP]|--(?:out|output|target|dest|directory|write|file)[\w-]*)$/;

interface Place {
  readonly path: string;
  readonly below: string | null;
  readonly risk: Risk;
}

/**
 * Pure: whether a line visibly writes a self-arming file. Nobody can tell what the hidden parts of
 * a line write.
 */
export function armsItself(line: ShellLine, placeOf: (path: string) => Place): boolean {
  if (line.type === 'unreadable') return true;
  const isRed = (text: string) => {
    const { path, below, risk } = placeOf(text);
    // Files outside the session's folder are the user's own.
    return (below === null ? assessPath(path.slice(1)) : risk).type === 'red';
  };
  if (line.commands.some(configuresGit)) return true;
  const redirected = line.commands.flatMap(({ writes }) => writes);
  if (redirected.some(({ form }) => form === 'pattern')) return true;
  const words = [...redirected, ...line.commands.flatMap(writtenWords)];
  const known = words.filter(({ form }) => form !== 'unknown');
  const paths = new Set(known.flatMap(({ text }) => pathsIn(text)));
  const going = line.commands.flatMap(goalOf);
  if (going.length > MOST_GOING) return true;
  const folders = foldersAfter(going);
  if (folders.length > 1 && folders.length * paths.size > MOST_PLACES) return true;
  return folders.some((folder) => [...paths].some((path) => isRed(within(folder, path))));
}

/** The folder that a command goes to, as far as it is known. */
function goalOf({ words }: SimpleCommand): readonly string[] {
  const [name, ...args] = words;
  if (!GOING.has(programName(name?.text ?? ''))) return [];
  const goal = args.find(({ text }) => !text.startsWith('-'));
  return goal === undefined || goal.form === 'unknown' ? [] : [inHome(goal.text)];
}

/**
 * The folders that the line may be in: each target, from the start and from earlier targets, since
 * the line may have left those again.
 */
function foldersAfter(going: readonly string[]): readonly string[] {
  const folders = new Set(['']);
  for (const [first] of going.entries()) {
    let folder = '';
    for (const goal of going.slice(first)) {
      folder = within(folder, goal);
      folders.add(folder);
    }
  }
  return [...folders];
}

function within(folder: string, path: string): string {
  return folder === '' || /^(?:[\\/]|[A-Za-z]:[\\/])/.test(path) ? path : `${folder}/${path}`;
}

/**
 * A path in the home folder is judged like one in the project, since the same names matter there.
 */
function inHome(path: string): string {
  return path.replace(/^~(?=\/)/, '.');
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

/**
 * The word itself, or the value of an option in it: `of=x`, `--output=x`, `-ox`, and each
 * alternative of `{a,b}`.
 */
function pathsIn(text: string): readonly string[] {
  const whole = inHome(text);
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
/** Flags without a value that may come before such an argument. */
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
