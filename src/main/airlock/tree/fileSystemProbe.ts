import { chmod, lstat, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ifExists } from '#main/base/files/ifExists';

/** `ä` as one character and as two: some systems treat them as the same name. */
const COMPOSED = '\u00e4';
const DECOMPOSED = 'a\u0308';

/**
 * The facts that git needs about a folder's file system, as our settings. They are determined as in
 * `git init`, and never read from a configuration, which may be wrong. Tested in the first writable
 * folder on the same file system; null if there is none.
 */
export async function probeFileSystem(
  root: string,
  places: readonly string[],
): Promise<readonly string[] | null> {
  const { dev } = await stat(root);
  for (const place of places) {
    if ((await ifExists(stat(place)))?.dev !== dev) continue;
    const folder = await mkdtemp(join(place, 'airlock-probe-')).catch(unlessRefused);
    if (folder === null) continue;
    try {
      return await probe(root, folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  return null;
}

async function probe(root: string, folder: string): Promise<readonly string[]> {
  const file = join(folder, 'file');
  await writeFile(file, '', { mode: 0o644 });
  const hasModes = await keepsMode(file);
  const hasLinks = await symlink('file', join(folder, 'link')).then(
    async () => (await lstat(join(folder, 'link'))).isSymbolicLink(),
    () => false,
  );
  await writeFile(join(folder, COMPOSED), '');
  const composes = (await ifExists(lstat(join(folder, DECOMPOSED)))) !== undefined;
  const ignoresCase = (await ignoresCaseIn(root)) ?? (await ignoresCaseIn(folder)) ?? false;
  return [
    `filemode = ${hasModes}`,
    `symlinks = ${hasLinks}`,
    `ignorecase = ${ignoresCase}`,
    `precomposeunicode = ${composes && process.platform === 'darwin'}`,
  ];
}

async function keepsMode(file: string): Promise<boolean> {
  for (const mode of [0o744, 0o644]) {
    await chmod(file, mode).catch(unlessRefused);
    if (((await lstat(file)).mode & 0o100) !== (mode & 0o100)) return false;
  }
  return true;
}

/**
 * Whether the folder ignores case, tested with an existing file because a folder may have its own
 * rule. Null if there is no file to test with.
 */
async function ignoresCaseIn(folder: string): Promise<boolean | null> {
  const names = await readdir(folder);
  const isTelling = (name: string) => /[a-z]/.test(name) && !names.includes(name.toUpperCase());
  const name = names.find(isTelling);
  if (name === undefined) return null;
  return (await ifExists(lstat(join(folder, name.toUpperCase())))) !== undefined;
}

function unlessRefused(error: NodeJS.ErrnoException): null {
  if (error.code === undefined) throw error;
  return null;
}
