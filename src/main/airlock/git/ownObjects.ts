import { link, mkdir, readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ifExists } from '#main/base/ifExists';
import type { Git } from '#main/git/git';
import type { ObjectId } from '#shared/ids';
import { FILES_AT_ONCE } from '../limits';
import { mapLimited } from '../mapLimited';
import { unquotePath } from './quotedPath';
import { readPlainText } from './readPlainText';

/** Stores can lean on stores that lean on others; git itself follows five. */
const STORES_DEEP = 5;
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

/** The same without copying: false, and nothing has changed, where there are no second names. */
export async function linkObjects(directory: string): Promise<boolean> {
  const objects = join(directory, 'objects');
  const stores = await storesOf(objects, STORES_DEEP);
  let isOwned = stores.length === 0;
  for (let attempt = 0; attempt < ATTEMPTS && !isOwned; attempt++) {
    isOwned = await linkAll(stores, objects);
  }
  if (isOwned) await rm(alternatesOf(objects), { force: true });
  return isOwned;
}

function alternatesOf(objects: string): string {
  return join(objects, 'info', 'alternates');
}

/** The stores that one leans on, directly or by another. */
async function storesOf(objects: string, depth: number): Promise<readonly string[]> {
  const text = depth === 0 ? undefined : await readPlainText(alternatesOf(objects));
  const lines = (text ?? '').split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const found: string[] = [];
  for (const line of lines) {
    const store = resolve(objects, unquotePath(line));
    found.push(store, ...(await storesOf(store, depth - 1)));
  }
  return [...new Set(found)];
}

/** False: some vanished meanwhile, or the file system gives no second names. */
async function linkAll(stores: readonly string[], objects: string): Promise<boolean> {
  for (const store of stores) {
    const packs = await namesIn(join(store, 'pack'));
    const known = new Set(packs);
    const whole = packs.filter((name) => name.endsWith('.pack') && known.has(indexOf(name)));
    // The index last: git takes a pack for there once it has one.
    const names = whole.flatMap((name) => [name, indexOf(name)]);
    if (!(await linkFiles(join(store, 'pack'), join(objects, 'pack'), names))) return false;
    const folders = (await namesIn(store)).filter((name) => /^[0-9a-f]{2}$/.test(name));
    for (const folder of folders) {
      const loose = await namesIn(join(store, folder));
      const there = new Set(await namesIn(join(objects, folder)));
      const missing = loose.filter((name) => /^[0-9a-f]{38,62}$/.test(name) && !there.has(name));
      if (!(await linkFiles(join(store, folder), join(objects, folder), missing))) return false;
    }
  }
  return true;
}

async function linkFiles(from: string, to: string, names: readonly string[]): Promise<boolean> {
  if (names.length === 0) return true;
  await mkdir(to, { recursive: true });
  const done = await mapLimited(FILES_AT_ONCE, names, async (name) => {
    try {
      await link(join(from, name), join(to, name));
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
