import { shellQuote } from '#shared/terminal/shellQuote';

/** What a request would really do, according to its own input. */
export interface RequestFacts {
  /** The command, as one text. */
  readonly command: string | null;
  /** The words of a command that is given as a list; null if it is one text for a shell. */
  readonly words: readonly string[] | null;
  /** The folder it would run in. */
  readonly cwd: string | null;
  /** The first of `urls` and of `paths`. */
  readonly url: string | null;
  readonly path: string | null;
  /**
   * Everything that the request names, under any key: nobody can tell which one the agent's program
   * uses.
   */
  readonly urls: readonly string[];
  readonly paths: readonly string[];
  /** Variables that are set for it, sorted, as `NAME=value`. */
  readonly env: readonly string[];
  /**
   * The request says more than what we read of it, such as a second command, folder, file or
   * address.
   */
  readonly isUnclear: boolean;
}

const nothing: RequestFacts = {
  command: null,
  words: null,
  cwd: null,
  url: null,
  path: null,
  urls: [],
  paths: [],
  env: [],
  isUnclear: false,
};

/** Agents name the same things differently; these are the names that are in use. */
const keys = {
  command: ['command', 'cmd', 'script', 'commandLine', 'command_line'],
  cwd: ['cwd', 'workdir', 'working_directory', 'workingDirectory', 'directory'],
  url: ['url', 'uri', 'href'],
  path: ['path', 'file_path', 'filePath', 'abs_path', 'filename', 'notebook_path'],
} as const;

/** Pure: reads the input of a tool call, which is JSON text if it is anything. */
export function requestFacts(input: string | null): RequestFacts {
  const fields = input === null ? null : objectIn(input);
  if (fields === null) return nothing;
  const folders = textsIn(fields, keys.cwd);
  const urls = textsIn(fields, keys.url);
  const paths = textsIn(fields, keys.path);
  const isManifold = [folders, urls, paths].some(({ length }) => length > 1);
  return {
    ...commandIn(fields),
    cwd: folders[0] ?? null,
    url: urls[0] ?? null,
    path: paths[0] ?? null,
    urls,
    paths,
    env: variablesIn(own(fields, 'env')),
    isUnclear: isManifold || isUnclear(fields),
  };
}

/**
 * Names under which agents could say what runs, and what it runs with, besides those that we read.
 */
const commandNames = new Set(['command', 'commands', 'cmd', 'script', 'commandline']);
const otherNames = new Set(['environment', 'envvars', 'envs', 'stdin']);

function isUnclear(fields: Fields): boolean {
  const commands = new Set<string>();
  let hasOther = false;
  for (const [key, value] of Object.entries(fields)) {
    const name = key.toLowerCase().replace(/[_-]/g, '');
    if (isEmpty(value)) continue;
    if (commandNames.has(name)) commands.add(JSON.stringify(value));
    if (otherNames.has(name)) hasOther = true;
  }
  const args = own(fields, 'args');
  const isList = Array.isArray(args) && ![...commands].some((command) => command.startsWith('['));
  return commands.size > 1 || (commands.size === 1 && (hasOther || !(isEmpty(args) || isList)));
}

function isEmpty(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    value === '' ||
    (typeof value === 'object' && Object.keys(value).length === 0)
  );
}

type Fields = Readonly<Record<string, unknown>>;

function objectIn(input: string): Fields | null {
  try {
    const value: unknown = JSON.parse(input);
    return typeof value === 'object' && value !== null ? (value as Fields) : null;
  } catch {
    return null;
  }
}

/** A command may be one text, a list of words, or a word with its arguments beside it. */
function commandIn(fields: Fields): Pick<RequestFacts, 'command' | 'words'> {
  for (const key of keys.command) {
    const value = own(fields, key);
    if (Array.isArray(value) && value.length > 0) return listed(value);
    if (typeof value !== 'string' || value === '') continue;
    const more = own(fields, 'args');
    if (!Array.isArray(more)) return { command: value, words: null };
    const command = `${value} ${quoted(more)}`.trim();
    // One word with arguments beside it is a list; several may be a line.
    const isWord = more.length > 0 && /^[\w./:@%+,-]+$/.test(value);
    return { command, words: isWord ? listed([value, ...more]).words : null };
  }
  return { command: null, words: null };
}

/** Only words of text are words: nobody can tell what an agent's program makes of the rest. */
function listed(value: readonly unknown[]): Pick<RequestFacts, 'command' | 'words'> {
  const words = value.filter((word) => typeof word === 'string');
  return { command: quoted(value), words: words.length === value.length ? words : null };
}

/** The texts under these names, without duplicates. */
function textsIn(fields: Fields, names: readonly string[]): readonly string[] {
  const texts = names.map((name) => own(fields, name));
  return [...new Set(texts.filter((text) => typeof text === 'string' && text !== ''))] as string[];
}

/** Variables from an object, or from a list of names with values. */
function variablesIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const pairs: (readonly [unknown, unknown])[] = Array.isArray(value)
    ? value.map((pair) => [pair?.name ?? '', pair?.value])
    : Object.entries(value);
  return pairs.map(([name, text]) => `${wordOf(name)}=${wordOf(text)}`).sort();
}

function own(fields: Fields, name: string): unknown {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** Not `String`: what an agent sends may have a `toString` that is not a function. */
function wordOf(value: unknown): string {
  return typeof value === 'string' ? value : `${JSON.stringify(value)}`;
}

/** Quoted as a shell needs it, so that words with spaces stay one word. */
function quoted(words: readonly unknown[]): string {
  return shellQuote(words.map(wordOf));
}
