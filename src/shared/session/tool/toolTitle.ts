import { isBlobReference } from '#shared/session/content';
import type { ToolEntry } from '#shared/session/entries';
import { requestFacts } from '#shared/session/request/requestFacts';
import { plainCommand } from '#shared/terminal/plainCommand';
import { counted } from '#shared/text/counted';
import { withoutFolders } from '#shared/text/withoutFolders';
import { toolKindName } from './toolKindName';

/** What a tool's row says: what it does, and the agent's own words beside a command. */
export interface ToolTitle {
  readonly main: string;
  readonly beside: string | null;
  readonly isCommand: boolean;
}

type Titled = Pick<ToolEntry, 'title' | 'name' | 'toolKind' | 'input'> &
  Partial<Pick<ToolEntry, 'content' | 'locations'>>;

/** Titles that say no more than the icon does. */
const emptyTitles = /^(terminal|bash|shell|run|execute|command|exec_command|run_shell_command)$/i;

/** Titles that leave out the very thing that tells edits apart. */
const namelessEdits =
  /^(edit|editing|write|writing|update|updating|change|apply patch)( (a )?files?)?$/i;

/** Pure: paths below the agent's or the user's folder are named from there. */
export function toolTitle(entry: Titled, folders: readonly string[]): ToolTitle {
  const input = entry.input !== null && !isBlobReference(entry.input) ? entry.input : null;
  const title = withFiles(plainTitle(entry), entry);
  const command = entry.toolKind === 'execute' ? commandOf(input) : null;
  if (command === null) {
    return { main: withoutFolders(title, folders), beside: null, isCommand: false };
  }
  const main = withoutFolders(command, folders);
  const told = descriptionIn(input) ?? title;
  const shown = withoutFolders(told, folders);
  // Some wires have left the folder out of the title already.
  const [words, line] = [oneLine(shown), oneLine(main)];
  const isPart = words.includes(line) || line.startsWith(words);
  const says = !isPart && !emptyTitles.test(words);
  const isName = told === entry.name || told === toolKindName(entry.toolKind);
  const beside = says && !isName ? shown : null;
  return { main, beside, isCommand: true };
}

/** An edit that its agent does not name is named by its files. */
function withFiles(title: string, { toolKind, content = [], locations = [] }: Titled): string {
  if (toolKind !== 'edit' || !namelessEdits.test(title.trim())) return title;
  const edited = content.flatMap((part) => {
    if (part.type === 'diff') return [part.path];
    return part.type === 'patch' ? part.paths : [];
  });
  const files = new Set(edited.length > 0 ? edited : locations.map(({ path }) => path));
  const [first] = files;
  if (first === undefined) return title;
  const verb = /^writ/i.test(title) ? 'Write' : 'Edit';
  return files.size === 1 ? `${verb} ${first}` : `${verb} ${counted(files.size, 'file')}`;
}

/** Long titles are cut before the file name at their end, which says most. */
export function titleEnd(title: string): { readonly head: string; readonly tail: string } {
  const at = Math.max(title.lastIndexOf('/'), title.lastIndexOf('\\'));
  const tail = title.slice(at);
  const isCut = at > 0 && title.length > SHORT_TITLE && tail.length <= LONGEST_NAME;
  return isCut && !/\s/.test(tail) ? { head: title.slice(0, at), tail } : { head: title, tail: '' };
}

const SHORT_TITLE = 40;
const LONGEST_NAME = 40;

function plainTitle({ title, name, toolKind }: Titled): string {
  const json = title.indexOf('{');
  const before = title.slice(0, json).replace(/(?<![\s:(])[\s:(]+$/, '');
  const rest = title.slice(json).trim();
  const isJson =
    json !== -1 &&
    /^[\w.:/ -]*$/.test(before) &&
    /^\{\s*["}]/.test(rest) &&
    /(\}\)?|…|\.\.\.)$/.test(rest);
  if (!isJson) return title || name || toolKindName(toolKind);
  const tool = name || before || toolKindName(toolKind);
  const argument = mainArgument(rest.replace(/\)$/, ''));
  return argument === null ? tool : `${tool} ${argument}`;
}

/** The value that tells calls of a tool apart. A title may be cut within the JSON. */
function mainArgument(json: string): string | null {
  const { command, path, url } = requestFacts(json);
  const known = command ?? path ?? url;
  if (known !== null) return known;
  const pairs = [...json.matchAll(/"(\w+)"\s*:\s*(?:"((?:[^"\\]|\\.)*)|(-?[\d.]+|true|false))/g)];
  const named = pairs.find(([, key = '']) => mainNames.has(key)) ?? pairs[0];
  return named ? (named[2]?.replaceAll('\\"', '"') ?? named[3] ?? null) : null;
}

const mainNames: ReadonlySet<string> = new Set([
  'query',
  'pattern',
  'path',
  'file_path',
  'command',
  'url',
  'prompt',
  'description',
  'name',
  'title',
]);

/** The command without the shell that runs it. */
function commandOf(input: string | null): string | null {
  const words = fieldOf(input, 'command');
  if (Array.isArray(words) && words.length === 3) {
    const [shell, flag, line] = words;
    const isShell = isText(shell, /(^|\/)(ba|z|da)?sh$/) && isText(flag, /^-l?c$/);
    if (isShell && typeof line === 'string') return line;
  }
  const { command } = requestFacts(input);
  return command === null ? null : plainCommand(command);
}

function isText(value: unknown, pattern: RegExp): boolean {
  return typeof value === 'string' && pattern.test(value);
}

function descriptionIn(input: string | null): string | null {
  const description = fieldOf(input, 'description');
  return typeof description === 'string' && description !== '' ? description : null;
}

function fieldOf(input: string | null, name: string): unknown {
  try {
    const fields: unknown = JSON.parse(input ?? 'null');
    const isObject = typeof fields === 'object' && fields !== null && Object.hasOwn(fields, name);
    return isObject ? (fields as Readonly<Record<string, unknown>>)[name] : undefined;
  } catch {
    return undefined;
  }
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
