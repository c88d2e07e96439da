import { copyFile, link, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { mapLimited } from '#main/airlock/disk/mapLimited';
import { COPIED_STORE_BYTES, FILES_AT_ONCE } from '#main/airlock/limits';
import { unquotePath } from '#main/airlock/tree/quotedPath';
import { readPlainText } from '#main/airlock/tree/readPlainText';
import { ifExists } from '#main/base/files/ifExists';
import { measureFolder } from '#main/base/files/measureFolder';
import type { Git } from '#main/git/git';
import type { ObjectId } from '#shared/ids';

/** How deep stores may depend on others; git itself follows five levels. */
const STORES_DEEP = 5;
/** The most stores that one may name; a repository has one or two. */
const STORES_WIDE = 64;
const ALTERNATES_CHARACTERS = 256 * 1024;
/** The number of attempts; each fails only if the user's git cleans up at the same moment. */
const ATTEMPTS = 3;

/**
 * Makes a repository's objects its own, so that none is missing after the user's git prunes them.
 * Packs and loose objects of the stores that it uses get a hard link in its own store, which costs
 * neither time nor space. If the file system has no hard links, the objects that the roots need are
 * copied.
 */
export async function ownObjects(
  git: Git,
  directory: string,
  roots: readonly ObjectId[],
): Promise<void> {
  if (await linkObjects(directory)) return;
  const objects = join(directory, 'objects');
  await copyNeeded(git, objects, roots);
  await rm(alternatesOf(objects), { force: true });
}

/**
 * Makes objects the repository's own without copying. False, with nothing changed, if hard links
 * are not possible.
 */
export async function linkObjects(directory: string): Promise<boolean> {
  return placeObjects(directory, link);
}

/**
 * Makes all objects the store's own, so that the history can be used without the user's repository.
 * On another disk this means copying. From a store that is too large for that, only the objects
 * that the roots need are copied, and the history still depends on the user's store.
 */
export async function ownStore(
  git: Git,
  directory: string,
  roots: readonly ObjectId[] | 'only-links',
  mostBytes = COPIED_STORE_BYTES,
): Promise<void> {
  if ((await linkObjects(directory)) || roots === 'only-links') return;
  const objects = join(directory, 'objects');
  const sizes = await Promise.all((await storesOf(objects)).map(sizeOf));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  if (bytes <= mostBytes && (await placeObjects(directory, copyWhole))) return;
  const mark = join(directory, 'needed-objects-copied');
  if ((await ifExists(stat(mark))) !== undefined) return;
  await copyNeeded(git, objects, roots);
  await writeFile(mark, '');
}

type Place = (from: string, to: string) => Promise<void>;

async function placeObjects(directory: string, place: Place): Promise<boolean> {
  const objects = join(directory, 'objects');
  const stores = await storesOf(objects);
  let isOwned = stores.length === 0;
  for (let attempt = 0; attempt < ATTEMPTS && !isOwned; attempt++) {
    isOwned = await placeAll(stores, objects, place);
  }
  if (isOwned) await rm(alternatesOf(objects), { force: true });
  return isOwned;
}

/** Copies a file, which gets its name only once it is complete. */
async function copyWhole(from: string, to: string): Promise<void> {
  if ((await ifExists(stat(to))) !== undefined) return;
  const temporary = `${to}.tmp`;
  await copyFile(from, temporary);
  await rename(temporary, to);
}

async function sizeOf(store: string): Promise<number> {
  return (await measureFolder(store)).bytes;
}

export function alternatesOf(objects: string): string {
  return join(objects, 'info', 'alternates');
}

/** The stores that a store depends on, directly or through another. */
export async function storesOf(objects: string, depth = STORES_DEEP): Promise<readonly string[]> {
  const text = depth === 0 ? undefined : await readPlainText(alternatesOf(objects));
  const lines = (text ?? '')
    .slice(0, ALTERNATES_CHARACTERS)
    .split('\n')
    // A damaged file may contain anything; no path contains a zero byte.
    .filter((line) => line !== '' && !line.startsWith('#') && !line.includes('\0'))
    .slice(0, STORES_WIDE);
  const found: string[] = [];
  for (const line of lines) {
    const store = resolve(objects, unquotePath(line));
    found.push(store, ...(await storesOf(store, depth - 1)));
  }
  return [...new Set(found)];
}

/** False if some objects have vanished, or if the file system has no hard links. */
async function placeAll(
  stores: readonly string[],
  objects: string,
  place: Place,
): Promise<boolean> {
  for (const store of stores) {
    // Git may move objects out of packs or into one in the meantime.
    const isDone =
      (await placePacks(store, objects, place)) &&
      (await placeLoose(store, objects, place)) &&
      (await placePacks(store, objects, place));
    if (!isDone) return false;
  }
  return true;
}

async function placePacks(store: string, objects: string, place: Place): Promise<boolean> {
  const packs = await namesIn(join(store, 'pack'));
  const known = new Set(packs);
  const whole = packs.filter((name) => name.endsWith('.pack') && known.has(indexOf(name)));
  const marks = packs.filter((name) => name.endsWith('.promisor'));
  const [from, to] = [join(store, 'pack'), join(objects, 'pack')];
  // The index comes last: git uses a pack once it has one.
  return (
    (await placeFiles(from, to, [...whole, ...marks], place)) &&
    (await placeFiles(from, to, whole.map(indexOf), place))
  );
}

async function placeLoose(store: string, objects: string, place: Place): Promise<boolean> {
  const folders = (await namesIn(store)).filter((name) => /^[0-9a-f]{2}$/.test(name));
  for (const folder of folders) {
    const [from, to] = [join(store, folder), join(objects, folder)];
    const there = new Set(await namesIn(to));
    const loose = (await namesIn(from)).filter((name) => /^[0-9a-f]{38,62}$/.test(name));
    const missing = loose.filter((name) => !there.has(name));
    if (!(await placeFiles(from, to, missing, place))) return false;
  }
  return true;
}

async function placeFiles(
  from: string,
  to: string,
  names: readonly string[],
  place: Place,
): Promise<boolean> {
  if (names.length === 0) return true;
  await mkdir(to, { recursive: true });
  const done = await mapLimited(FILES_AT_ONCE, names, async (name) => {
    try {
      await place(join(from, name), join(to, name));
      return true;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === undefined) throw error;
      return code === 'EEXIST';
    }
  });
  return done.every(Boolean);
}

function indexOf(pack: string): string {
  return pack.replace(/\.pack$/, '.idx');
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return (await ifExists(readdir(folder))) ?? [];
}

async function copyNeeded(git: Git, objects: string, roots: readonly ObjectId[]): Promise<void> {
  await mkdir(join(objects, 'pack'), { recursive: true });
  const input = [...new Set(roots)].map((root) => `${root}\n`).join('');
  const command = ['pack-objects', '--revs', '--quiet', '--missing=allow-any', '--window=0'];
  await git.run([...command, join(objects, 'pack', 'pack')], { input });
}
