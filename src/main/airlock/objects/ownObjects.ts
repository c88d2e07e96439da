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

/** Stores can lean on stores that lean on others; git itself follows five. */
const STORES_DEEP = 5;
/** The most that one names: a repository has one or two. */
const STORES_WIDE = 64;
const ALTERNATES_CHARACTERS = 256 * 1024;
/** Each time the user's git was tidying up in the very moment. */
const ATTEMPTS = 3;

/**
 * Makes a repository's objects its own, so that nothing that the user's git tidies away can be missed.
 * Packs and loose objects of the stores that it leans on get another name in its own, which costs
 * neither time nor space; where the file system cannot do that, what the roots need is copied.
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

/** The same without copying: false, and nothing has changed, if hard links are not possible. */
export async function linkObjects(directory: string): Promise<boolean> {
  return placeObjects(directory, link);
}

/**
 * Makes all objects its own, so that the history can be used without the user's repository, too. On
 * another disk that means copying; of a store that is too large for that, only what the roots need is
 * copied, and it keeps leaning on the user's.
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

/** Under its name only once all of it is there. */
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

/** The stores that one leans on, directly or by another. */
export async function storesOf(objects: string, depth = STORES_DEEP): Promise<readonly string[]> {
  const text = depth === 0 ? undefined : await readPlainText(alternatesOf(objects));
  const lines = (text ?? '')
    .slice(0, ALTERNATES_CHARACTERS)
    .split('\n')
    // A damaged file may say anything; no path has a zero byte in it.
    .filter((line) => line !== '' && !line.startsWith('#') && !line.includes('\0'))
    .slice(0, STORES_WIDE);
  const found: string[] = [];
  for (const line of lines) {
    const store = resolve(objects, unquotePath(line));
    found.push(store, ...(await storesOf(store, depth - 1)));
  }
  return [...new Set(found)];
}

/** False: some vanished meanwhile, or the file system gives no second names. */
async function placeAll(
  stores: readonly string[],
  objects: string,
  place: Place,
): Promise<boolean> {
  for (const store of stores) {
    // Git can move objects out of packs meanwhile, or into one.
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
  // The index last: git takes a pack for there once it has one.
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
