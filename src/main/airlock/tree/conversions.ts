import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ifExists } from '#main/base/files/ifExists';
import { type Git, joinZeros } from '#main/git/git';
import type { Repository } from './repository';
import { defaultFile, type UserSettings } from './userSettings';

/** Paths whose bytes on disk differ from those in git. */
export interface Conversions {
  /** Whether every file may be one of them. */
  readonly all: boolean;
  /** Paths converted by a program, an encoding or `ident`, none of which we run. */
  readonly filtered: readonly string[];
  /** Paths whose line endings differ, and nothing else. */
  readonly endings: readonly string[];
}

const NONE: Conversions = { all: false, filtered: [], endings: [] };
const ATTRIBUTES = ['text', 'eol', 'filter', 'ident', 'working-tree-encoding'] as const;
type Attributes = Partial<Record<(typeof ATTRIBUTES)[number], string>>;

/**
 * Finds git's conversions: only those on the way to the disk for a tree that was just checked out.
 * For a tree that the user has worked in, those on the way back as well, because the origin of a
 * file's line endings is unknown.
 */
export async function findConversions(
  git: Git,
  settings: UserSettings,
  repository: Repository,
  tracked: readonly string[],
  direction: 'checked-out' | 'worked-in',
): Promise<Conversions> {
  const isOn = settings.isOn('core.autocrlf');
  const isInput = settings.get('core.autocrlf')?.toLowerCase() === 'input';
  const writesCrlf = isOn || settings.get('core.eol') === 'crlf' || process.platform === 'win32';
  if (writesCrlf || (isInput && direction === 'worked-in')) {
    return { all: true, filtered: await filteredPaths(git, tracked), endings: [] };
  }
  if (!(await hasAttributes(settings, repository, tracked))) return NONE;
  const attributes = await readAttributes(git, tracked);
  const filtered: string[] = [];
  const endings: string[] = [];
  for (const [path, values] of attributes) {
    if (isFiltered(values)) filtered.push(path);
    else if (changesEndings(values, direction)) endings.push(path);
  }
  return { all: false, filtered, endings };
}

/** Files that git would convert with a program, an encoding or `ident`. */
async function filteredPaths(git: Git, tracked: readonly string[]): Promise<string[]> {
  if (tracked.length === 0) return [];
  const attributes = await readAttributes(git, tracked);
  return [...attributes].filter(([, values]) => isFiltered(values)).map(([path]) => path);
}

/** The filters that git applies to these paths when it stores them, if the attributes name one. */
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
  settings: UserSettings,
  repository: Repository,
  tracked: readonly string[],
): Promise<boolean> {
  if (tracked.some((path) => path === '.gitattributes' || path.endsWith('/.gitattributes'))) {
    return true;
  }
  const own = join(repository.commonDirectory, 'info', 'attributes');
  if ((await ifExists(stat(own))) !== undefined) return true;
  if (settings.get('core.attributesfile') !== undefined) return true;
  return (await ifExists(stat(defaultFile('attributes')))) !== undefined;
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
