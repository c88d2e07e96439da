import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ifExists } from '#main/base/ifExists';
import { type Git, joinZeros } from '#main/git/git';
import type { Repository } from './repository';

/** Paths whose bytes on the disk are not those that git keeps. */
export interface Conversions {
  /** Every file may be one of them. */
  readonly all: boolean;
  /** Put through a program, an encoding or `ident`, of which we run none. */
  readonly filtered: readonly string[];
  /** Only their line endings differ. */
  readonly endings: readonly string[];
}

const NONE: Conversions = { all: false, filtered: [], endings: [] };
const ATTRIBUTES = ['text', 'eol', 'filter', 'ident', 'working-tree-encoding'] as const;
type Attributes = Partial<Record<(typeof ATTRIBUTES)[number], string>>;

/**
 * What git converts: on the way to the disk, in a tree that was just checked out; or on the way back
 * as well, in one that the user has worked in, where nobody knows how a file came to its endings.
 */
export async function findConversions(
  git: Git,
  repository: Repository,
  tracked: readonly string[],
  direction: 'checked-out' | 'worked-in',
): Promise<Conversions> {
  const autocrlf = await git.maybe(['config', '--get', 'core.autocrlf']);
  const eol = await git.maybe(['config', '--get', 'core.eol']);
  const writesCrlf = autocrlf === 'true' || eol === 'crlf' || process.platform === 'win32';
  if (writesCrlf || (autocrlf === 'input' && direction === 'worked-in')) {
    return { all: true, filtered: await filteredPaths(git, tracked), endings: [] };
  }
  if (!(await hasAttributes(git, repository, tracked))) return NONE;
  const attributes = await readAttributes(git, tracked);
  const filtered: string[] = [];
  const endings: string[] = [];
  for (const [path, values] of attributes) {
    if (isFiltered(values)) filtered.push(path);
    else if (changesEndings(values, direction)) endings.push(path);
  }
  return { all: false, filtered, endings };
}

/** Those that git would put through a program, an encoding or `ident`. */
export async function filteredPaths(git: Git, tracked: readonly string[]): Promise<string[]> {
  if (tracked.length === 0) return [];
  const attributes = await readAttributes(git, tracked);
  return [...attributes].filter(([, values]) => isFiltered(values)).map(([path]) => path);
}

/** The filter that each of these paths passes on its way into git, if the attributes name one. */
export async function readFilters(
  git: Git,
  paths: readonly string[],
): Promise<readonly (readonly [path: string, filter: string])[]> {
  if (paths.length === 0) return [];
  return [...(await readAttributes(git, paths))].flatMap(([path, { filter }]) =>
    filter !== undefined && isSet(filter) ? [[path, filter] as const] : [],
  );
}

async function hasAttributes(
  git: Git,
  repository: Repository,
  tracked: readonly string[],
): Promise<boolean> {
  if (tracked.some((path) => path === '.gitattributes' || path.endsWith('/.gitattributes'))) {
    return true;
  }
  const own = join(repository.commonDirectory, 'info', 'attributes');
  if ((await ifExists(stat(own))) !== undefined) return true;
  if ((await git.maybe(['config', '--get', 'core.attributesFile'])) !== null) return true;
  const settings = process.env.XDG_CONFIG_HOME || join(process.env.HOME ?? '', '.config');
  return (await ifExists(stat(join(settings, 'git', 'attributes')))) !== undefined;
}

async function readAttributes(
  git: Git,
  tracked: readonly string[],
): Promise<ReadonlyMap<string, Attributes>> {
  const input = joinZeros(tracked);
  const fields = await git.list(['check-attr', '-z', '--stdin', ...ATTRIBUTES], { input });
  const found = new Map<string, Attributes>();
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [path = '', name = '', value = ''] = fields.slice(at, at + 3);
    if (value === 'unspecified') continue;
    found.set(path, { ...found.get(path), [name]: value });
  }
  return found;
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== 'unset' && value !== 'false';
}

function isFiltered(values: Attributes): boolean {
  return isSet(values.filter) || isSet(values.ident) || isSet(values['working-tree-encoding']);
}

function changesEndings({ text, eol }: Attributes, direction: 'checked-out' | 'worked-in') {
  if (text === 'unset') return false;
  return direction === 'checked-out' ? eol === 'crlf' : text !== undefined || eol !== undefined;
}
