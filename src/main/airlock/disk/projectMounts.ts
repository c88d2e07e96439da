import { opendir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { z } from 'zod';
import type { ReportProblem } from '#main/base/files/keptFile';
import { mapLimited } from './mapLimited';
import { mountPointsBelow } from './mountPoints';
import { SideNote } from './sideNote';

const schema = z.object({ v: z.literal(1), points: z.array(z.string()) });
const FOLDERS_AT_ONCE = 16;

export interface ProjectMountsParts {
  readonly project: string;
  /** The file that records the disks: a disk may be missing when the app starts again. */
  readonly file: string;
  readonly onProblem: ReportProblem;
  /** The folders that are known to have files, relative to the project's folder. */
  folders(): Promise<readonly string[]>;
}

export interface MissingMount {
  /** The mount point, relative to the project's folder. */
  readonly place: string;
  /**
   * The path of the record of disks if it cannot be read: nobody knows then whether a disk was
   * mounted.
   */
  readonly unreadNote: string | null;
}

/** Disks that are mounted below the user's folder, such as a data disk. Known on Linux only. */
export class ProjectMounts {
  private noted: ReadonlySet<string> | null = null;
  private readonly note: SideNote<z.infer<typeof schema>>;

  constructor(
    private readonly parts: ProjectMountsParts,
    private readonly list: typeof mountPointsBelow = mountPointsBelow,
  ) {
    this.note = new SideNote(parts.file, schema, parts.onProblem);
  }

  /**
   * A disk that was mounted, or may have been, and is missing now, so that its files look deleted;
   * null if there is none.
   */
  async missing(): Promise<MissingMount | null> {
    const present = await this.list(this.parts.project);
    if (present === null) return null;
    const noted = await this.read();
    if (typeof noted === 'string') return this.missingUnnoted(new Set(present), noted);
    const kept = new Set(present);
    let missing: MissingMount | null = null;
    for (const point of noted) {
      if (kept.has(point)) continue;
      const state = await contentOf(point);
      // Somebody has put other files there or removed the folder, so the disk is not expected back.
      if (state === 'files' || state === 'gone') continue;
      kept.add(point);
      if (state === 'empty')
        missing ??= { place: relative(this.parts.project, point), unreadNote: null };
    }
    const isSame = kept.size === noted.size && [...kept].every((point) => noted.has(point));
    this.noted = kept;
    if (!isSame) await this.keep(kept);
    return missing;
  }

  /**
   * Without the record, any folder that had files and is empty now may be a disk's mount point.
   * Once no such folder is left, the current mounts are recorded.
   */
  private async missingUnnoted(
    present: ReadonlySet<string>,
    why: 'damaged' | 'unavailable',
  ): Promise<MissingMount | null> {
    const { project, folders, file } = this.parts;
    const states = await mapLimited(FOLDERS_AT_ONCE, await folders(), async (folder) => {
      const place = join(project, ...folder.split('/'));
      const isEmptied = !present.has(place) && (await contentOf(place)) === 'empty';
      return isEmptied ? folder : null;
    });
    const place = states.find((folder) => folder !== null) ?? null;
    if (place !== null) return { place, unreadNote: file };
    // A record that cannot be read now may still be intact.
    if (why === 'unavailable') return null;
    await this.keep(present);
    this.noted = present;
    return null;
  }

  private keep(points: ReadonlySet<string>): Promise<void> {
    return this.note.write({ v: 1, points: [...points] });
  }

  private async read(): Promise<ReadonlySet<string> | 'damaged' | 'unavailable'> {
    if (this.noted !== null) return this.noted;
    const note = await this.note.read();
    if (note === 'damaged' || note === 'unavailable') return note;
    this.noted = new Set(note === 'none' ? [] : note.points);
    return this.noted;
  }
}

async function contentOf(path: string): Promise<'empty' | 'files' | 'gone' | 'unknown'> {
  try {
    const folder = await opendir(path);
    const first = await folder.read().finally(() => folder.close());
    return first === null ? 'empty' : 'files';
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    return code === 'ENOENT' || code === 'ENOTDIR' ? 'gone' : 'unknown';
  }
}
