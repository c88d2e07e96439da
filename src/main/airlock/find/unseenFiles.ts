import type { BigIntStats } from 'node:fs';
import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { mapLimited } from '#main/airlock/disk/mapLimited';
import { FILES_AT_ONCE, UNSEEN_MARKS, UNSEEN_NAMES } from '#main/airlock/limits';
import { writeFileAtomic } from '#main/base/files/atomicFile';
import { entriesUpTo } from '#main/base/files/entriesUpTo';
import { ifExists } from '#main/base/files/ifExists';
import { type Git, splitZeros } from '#main/git/git';
import type { ChangeNotice } from '#shared/ipc/changes';
import { closedFolders } from './closedFolders';

/** The note taken when a turn began. A name with a `/` covers everything below it. */
interface Noted {
  readonly names: ReadonlySet<string>;
  /** The marks of the paths that are not ignored. */
  readonly marks: ReadonlyMap<string, string>;
  /** The paths that were seen to change since. */
  readonly changed: Set<string>;
}

const schema = z.object({
  v: z.literal(1),
  names: z.array(z.string()),
  marks: z.array(z.tuple([z.string(), z.string()])),
  changed: z.array(z.string()),
});

const GONE = 'gone';

/**
 * Paths that were in the project when a turn began and whose content no look had read: ignored
 * ones, those in separate repositories, those that could not be read, and what is too large or too
 * many. Their content is unknown, so any change to them in the turn is reported, and no verdict
 * touches them.
 */
export class UnseenFiles {
  private noted: Noted | null = null;

  /** Kept in a file, because the program may end within the turn. */
  constructor(
    private readonly git: Git,
    private readonly workTree: string,
    private readonly file: string,
  ) {}

  /** A turn begins. Everything that can be read is in the index; these paths were refused. */
  async note(refused: readonly string[]): Promise<void> {
    const listed = await this.git.run(['ls-files', '-z', '--others']);
    const closed = listed.said === '' ? [] : await closedFolders(this.workTree);
    const found = splitZeros(listed.output);
    const others = found.length > UNSEEN_NAMES ? await this.collapsed() : found;
    const unlistable = new Set(closed);
    const isListed = (path: string) => isFolder(path) && !unlistable.has(path);
    const isRefused = new Set(refused);
    const names = new Set([...others, ...refused, ...closed].filter((path) => !isListed(path)));
    const marked = new Set(refused.filter((path) => !isListed(path)));
    for (const folder of new Set([...others, ...refused].filter(isListed))) {
      const inner = await this.filesBelow(folder, UNSEEN_NAMES - names.size);
      for (const path of inner ?? [folder]) names.add(path);
      if (isRefused.has(folder)) for (const path of inner ?? []) marked.add(path);
    }
    const paths = [...marked].slice(0, UNSEEN_MARKS);
    const marks = await mapLimited(FILES_AT_ONCE, paths, (path) => this.mark(path));
    await this.keep({
      names,
      marks: new Map(paths.map((path, index) => [path, marks[index] ?? GONE])),
      changed: new Set(),
    });
  }

  /** Whether a path was there when the turn began, unseen. */
  async test(): Promise<(path: string) => boolean> {
    const { names } = await this.read();
    if (names.size === 0) return () => false;
    return (path) => names.has(path) || foldersOf(path).some((folder) => names.has(folder));
  }

  /**
   * The paths that were changed in the last turn and cannot be restored; `looks` while that turn
   * runs.
   */
  async changes({ looks }: { readonly looks: boolean }): Promise<readonly ChangeNotice[]> {
    const noted = await this.read();
    if (looks) await this.compare(noted);
    return [...noted.changed].sort().map((path) => ({ path, reason: 'changed-unseen' }) as const);
  }

  private async compare(noted: Noted): Promise<void> {
    const before = noted.changed.size;
    await mapLimited(FILES_AT_ONCE, [...noted.marks], async ([path, mark]) => {
      if ((await this.mark(path)) !== mark) noted.changed.add(path);
    });
    if (noted.changed.size > before) await this.keep(noted);
  }

  /** Too many to note one by one: a folder of which nothing was read covers its content. */
  private collapsed(): Promise<readonly string[]> {
    return this.git.list(['ls-files', '-z', '--others', '--directory', '--no-empty-directory']);
  }

  /** Null: there are more than the bound. */
  private async filesBelow(folder: string, bound: number): Promise<readonly string[] | null> {
    const files: string[] = [];
    for (let level = [folder]; level.length > 0; ) {
      const listed = await mapLimited(FILES_AT_ONCE, level, async (inner) => {
        const entries = await entriesUpTo(join(this.workTree, inner), bound + 1);
        return entries.map((entry) => ({
          path: `${inner}${entry.name}`,
          isFolder: entry.isDirectory(),
        }));
      });
      const found = listed.flat();
      // For a repository's own folder only its existence counts: git writes to it all the time.
      const isInner = ({ path, isFolder: is }: (typeof found)[number]) => is && !isGits(path);
      files.push(...found.filter((entry) => !isInner(entry)).map(({ path }) => path));
      level = found.filter(isInner).map(({ path }) => `${path}/`);
      if (files.length + level.length > bound) return null;
    }
    return files;
  }

  private async mark(path: string): Promise<string> {
    const looking = lstat(join(this.workTree, path.replace(/\/$/, '')), { bigint: true });
    const status = await ifExists(looking).catch((error: NodeJS.ErrnoException) => {
      if (error.code === undefined) throw error;
      return undefined;
    });
    return status === undefined ? GONE : markOf(status, isGits(path));
  }

  private async keep(noted: Noted): Promise<void> {
    this.noted = noted;
    const { names, marks, changed } = noted;
    const kept = { v: 1, names: [...names], marks: [...marks], changed: [...changed] };
    await writeFileAtomic(this.file, JSON.stringify(kept));
  }

  private async read(): Promise<Noted> {
    if (this.noted !== null) return this.noted;
    const text = await ifExists(readFile(this.file, 'utf8'));
    // Damaged: then as if nothing had been noted.
    const value = text === undefined ? null : parseJson(text);
    const kept = schema.safeParse(value).data;
    this.noted = {
      names: new Set(kept?.names),
      marks: new Map(kept?.marks),
      changed: new Set(kept?.changed),
    };
    return this.noted;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function markOf(status: BigIntStats, isKindEnough: boolean): string {
  const { mode, ino, size, ctimeNs } = status;
  const kind = (mode & 0o170000n).toString(8);
  if (isKindEnough) return kind;
  return [kind, ino, status.isDirectory() ? 0n : size, ctimeNs].join(' ');
}

function isFolder(path: string): boolean {
  return path.endsWith('/');
}

function isGits(path: string): boolean {
  return /(?:^|\/)\.git$/.test(path);
}

function foldersOf(path: string): readonly string[] {
  const names = path.split('/').slice(0, -1);
  return names.map((_, index) => `${names.slice(0, index + 1).join('/')}/`);
}
