import { lstat, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomic } from '#main/base/atomicFile';
import { ifExists } from '#main/base/ifExists';
import { type Git, joinZeros, splitZeros } from '#main/git/git';
import { FILES_AT_ONCE } from '../limits';
import { mapLimited } from '../mapLimited';

/** What was noted when a turn began. A folder of which nothing was seen is one entry, with a `/`. */
interface Noted {
  readonly entries: ReadonlySet<string>;
  readonly at: number;
}

/**
 * Files that were in the project when a turn began and that no look had taken in: ignored ones, those in
 * repositories of their own, and what is too large or too many. If a look can see one later, because
 * somebody changed a `.gitignore`, it was not made in the turn, and nobody may remove it as the agent's.
 */
export class UnseenFiles {
  private noted: Noted | null = null;

  /** Kept in a file, because the program may end within the turn. */
  constructor(
    private readonly git: Git,
    private readonly workTree: string,
    private readonly file: string,
  ) {}

  /** A turn begins, and everything that can be seen is in the index. */
  async note(): Promise<void> {
    const others = ['ls-files', '-z', '--others', '--directory', '--no-empty-directory'];
    const entries = await this.git.list(others);
    this.noted = null;
    await writeFileAtomic(this.file, joinZeros(entries));
  }

  /** Leaves out those of some untracked files that were there when the turn began. */
  async without(paths: readonly string[]): Promise<readonly string[]> {
    if (paths.length === 0) return paths;
    this.noted ??= await this.read();
    const noted = this.noted;
    if (noted.entries.size === 0) return paths;
    const kept = await mapLimited(FILES_AT_ONCE, paths, async (path) =>
      (await this.wasThere(path, noted)) ? null : path,
    );
    return kept.filter((path) => path !== null);
  }

  private async read(): Promise<Noted> {
    const bytes = await ifExists(readFile(this.file));
    if (bytes === undefined) return { entries: new Set(), at: 0 };
    // The clock of the file system, which is also that of the files.
    const { mtimeMs } = await stat(this.file);
    return { entries: new Set(splitZeros(bytes)), at: mtimeMs };
  }

  private async wasThere(path: string, { entries, at }: Noted): Promise<boolean> {
    if (entries.has(path)) return true;
    if (!foldersOf(path).some((folder) => entries.has(folder))) return false;
    const status = await ifExists(lstat(join(this.workTree, path)));
    return status !== undefined && status.birthtimeMs < at;
  }
}

function foldersOf(path: string): readonly string[] {
  const names = path.split('/').slice(0, -1);
  return names.map((_, index) => `${names.slice(0, index + 1).join('/')}/`);
}
