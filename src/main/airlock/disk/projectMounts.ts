import { opendir } from 'node:fs/promises';
import { relative } from 'node:path';
import { z } from 'zod';
import { readNote } from '#main/airlock/find/readNote';
import { writeFileAtomic } from '#main/base/files/atomicFile';
import { mountPointsBelow } from './mountPoints';

const schema = z.object({ v: z.literal(1), points: z.array(z.string()) });

/** Disks that are mounted below the user's folder, such as one with data. Known on Linux only. */
export class ProjectMounts {
  private noted: ReadonlySet<string> | null = null;

  constructor(
    private readonly project: string,
    /** Kept in a file: a disk may not be there when the program starts again. */
    private readonly file: string,
    private readonly list: typeof mountPointsBelow = mountPointsBelow,
  ) {}

  /** The place of a disk that was seen there and is not there now, so that its files look deleted; null if there is none. */
  async missing(): Promise<string | null> {
    const present = await this.list(this.project);
    if (present === null) return null;
    const noted = await this.read();
    const kept = new Set(present);
    let missing: string | null = null;
    for (const point of noted) {
      if (kept.has(point)) continue;
      const state = await contentOf(point);
      // Somebody has put other files there, or has removed the folder: the disk is not to come back.
      if (state === 'files' || state === 'gone') continue;
      kept.add(point);
      if (state === 'empty') missing ??= relative(this.project, point);
    }
    await this.keep(kept, noted);
    return missing;
  }

  private async keep(points: ReadonlySet<string>, before: ReadonlySet<string>): Promise<void> {
    this.noted = points;
    if (points.size === before.size && [...points].every((point) => before.has(point))) return;
    await writeFileAtomic(this.file, JSON.stringify({ v: 1, points: [...points] }));
  }

  private async read(): Promise<ReadonlySet<string>> {
    if (this.noted !== null) return this.noted;
    const note = await readNote(this.file, schema);
    this.noted = new Set(typeof note === 'string' ? [] : note.points);
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
