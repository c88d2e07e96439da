import { constants, type Dirent } from 'node:fs';
import { copyFile, lstat, mkdir, readdir, readlink, symlink, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { FILES_AT_ONCE } from './limits';
import { mapLimited } from './mapLimited';

/** What may still be copied; more than one copy can live off the same. */
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

interface Copying {
  readonly from: string;
  readonly to: string;
}

/** Copies a file, a link or a folder with all that is in it. Links stay links; pipes and such are left. */
export async function copyTree(from: string, to: string, budget: CopyBudget): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  const status = await lstat(from);
  if (!status.isDirectory()) return copyEntry(status, { from, to }, budget);
  for (let level: readonly Copying[] = [{ from, to }]; level.length > 0; ) {
    const below = await mapLimited(FILES_AT_ONCE, level, (folder) => copyFolder(folder, budget));
    level = below.flat();
  }
}

/** Without what is in its folders, which it returns. */
async function copyFolder({ from, to }: Copying, budget: CopyBudget): Promise<readonly Copying[]> {
  const [status, entries] = await Promise.all([
    lstat(from),
    readdir(from, { withFileTypes: true }),
  ]);
  // Whatever it allows, we have to write in it.
  await mkdir(to, { recursive: true, mode: status.mode | 0o700 });
  const below: Copying[] = [];
  for (const entry of entries) {
    const inner = { from: join(from, entry.name), to: join(to, entry.name) };
    if (entry.isDirectory()) below.push(inner);
    else await copyEntry(entry, inner, budget);
  }
  return below;
}

async function copyEntry(
  kind: Pick<Dirent, 'isFile' | 'isSymbolicLink'>,
  { from, to }: Copying,
  budget: CopyBudget,
): Promise<void> {
  if (kind.isSymbolicLink()) {
    budget.spend(0);
    await symlink(await readlink(from), to);
  } else if (kind.isFile()) {
    const { size, atime, mtime } = await lstat(from);
    budget.spend(size);
    // Shares the blocks where the file system can, and costs nothing then.
    await copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    await utimes(to, atime, mtime);
  }
}
