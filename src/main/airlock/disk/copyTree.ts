import { constants, type Dirent } from 'node:fs';
import { copyFile, lstat, mkdir, open, readlink, stat, symlink, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { FILES_AT_ONCE } from '#main/airlock/limits';
import { AnchoredFolder, canHold, pathOfHeld } from '#main/base/files/anchoredFolder';
import { mapLimited } from './mapLimited';

/** The remaining budget, which several copies can share. */
export class CopyBudget {
  constructor(
    private files: number,
    private bytes: number,
  ) {}

  spend(bytes: number): void {
    this.files -= 1;
    this.bytes -= bytes;
    if (this.files < 0 || this.bytes < 0) throw new BudgetSpent();
  }
}

export class BudgetSpent extends Error {
  constructor() {
    super('There is too much to copy.');
    this.name = 'BudgetSpent';
  }
}

/** A folder to copy, and its target. */
interface Copying {
  readonly parts: readonly string[];
  readonly to: string;
}

const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * Copies a file, a link or a folder with all its content. Links stay links and are never followed,
 * not even one that replaces a folder in the meantime. Pipes and other special files are skipped.
 */
export async function copyTree(
  root: string,
  path: string,
  to: string,
  budget: CopyBudget,
): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  const parts = path.split('/');
  const name = parts.at(-1) ?? '';
  const isFolder = await inFolder(root, parts.slice(0, -1), async (folder) => {
    const status = await lstat(folder.at(name));
    if (!status.isDirectory()) await copyEntry(folder, name, status, to, budget);
    return status.isDirectory();
  });
  for (let level: readonly Copying[] = isFolder ? [{ parts, to }] : []; level.length > 0; ) {
    const below = await mapLimited(FILES_AT_ONCE, level, (folder) =>
      copyFolder(root, folder, budget),
    );
    level = below.flat();
  }
}

/** Copies a folder without its subfolders, and returns those. */
async function copyFolder(
  root: string,
  { parts, to }: Copying,
  budget: CopyBudget,
): Promise<readonly Copying[]> {
  return inFolder(root, parts, async (folder) => {
    const [status, entries] = await Promise.all([stat(folder.path), folder.entries()]);
    // We must be able to write in the new folder, whatever the mode of the original.
    await mkdir(to, { recursive: true, mode: status.mode | 0o700 });
    const below: Copying[] = [];
    for (const entry of entries) {
      const { name } = entry;
      if (entry.isDirectory()) below.push({ parts: [...parts, name], to: join(to, name) });
      else await copyEntry(folder, name, entry, join(to, name), budget);
    }
    return below;
  });
}

async function copyEntry(
  folder: AnchoredFolder,
  name: string,
  kind: Pick<Dirent, 'isFile' | 'isSymbolicLink'>,
  to: string,
  budget: CopyBudget,
): Promise<void> {
  if (kind.isSymbolicLink()) {
    budget.spend(0);
    await symlink(await readlink(folder.at(name)), to);
  } else if (kind.isFile()) {
    const file = await open(folder.at(name), READ);
    try {
      const status = await file.stat();
      if (!status.isFile()) return;
      budget.spend(status.size);
      // Shares the blocks if the file system can, which costs nothing.
      const mode = constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE;
      await copyFile(pathOfHeld(file) ?? folder.at(name), to, mode);
      if (!canHold) await folder.verify();
      await utimes(to, status.atime, status.mtime);
    } finally {
      await file.close();
    }
  }
}

async function inFolder<T>(
  root: string,
  parts: readonly string[],
  task: (folder: AnchoredFolder) => Promise<T>,
): Promise<T> {
  const folder = await AnchoredFolder.open(root, parts);
  return task(folder).finally(() => folder.close());
}
