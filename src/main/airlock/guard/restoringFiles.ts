import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { TEMPORARY } from '#main/airlock/disk/anchoredFile';
import { writeFileAtomic } from '#main/base/files/atomicFile';
import { ifExists } from '#main/base/files/ifExists';
import { problemOf, type ReportProblem, readKept } from '#main/base/files/keptFile';
import { setAside } from '#main/base/files/setAside';
import type { GuardedFile } from './guardedFile';

/** A file that is being written. */
export interface Restoring {
  readonly file: Pick<GuardedFile, 'place' | 'path' | 'reason'>;
  /** The bytes before and after; empty unless the file is overwritten in place. */
  readonly before: Buffer;
  readonly after: Buffer;
  /** The copy that is first written next to the file. */
  readonly temporary?: string | undefined;
}

/** A note about a file that is being written, with the name of the note. */
export interface RestoringNote extends Restoring {
  readonly name: string;
}

const bytes = z.base64().transform((text) => Buffer.from(text, 'base64'));
const schema = z.object({
  v: z.literal(1),
  file: z.object({
    place: z.enum(['work', 'project', 'repository', 'index', 'ref', 'staged', 'user']),
    path: z.string().min(1),
    reason: z.string(),
  }),
  before: bytes,
  after: bytes,
  temporary: z.string().regex(TEMPORARY).optional(),
});
const NAME = /^[0-9a-f]{24}\.json$/;

export interface RestoringLeft {
  readonly notes: readonly RestoringNote[];
  /** Notes that cannot be used, with the reason. They stay where they are. */
  readonly unread: readonly { readonly path: string; readonly message: string }[];
}

/**
 * Notes in the session's own folder. Each exists from before the first byte of a file is written
 * until the last one is.
 */
export class RestoringFiles {
  private readonly folder: string;

  constructor(
    folder: string,
    private readonly onProblem: ReportProblem,
  ) {
    this.folder = join(folder, 'restoring');
  }

  async begin({ file, before, after, temporary }: Restoring): Promise<string> {
    const { place, path, reason } = file;
    await mkdir(this.folder, { recursive: true });
    const name = `${randomBytes(12).toString('hex')}.json`;
    const texts = { before: before.toString('base64'), after: after.toString('base64') };
    const note = { v: 1, file: { place, path, reason }, ...texts, temporary };
    await writeFileAtomic(join(this.folder, name), JSON.stringify(note));
    return name;
  }

  async done(name: string): Promise<void> {
    await rm(join(this.folder, name), { force: true });
  }

  /** Notes that a kill left. */
  async left(): Promise<RestoringLeft> {
    const notes: RestoringNote[] = [];
    const unread: { path: string; message: string }[] = [];
    for (const { name, path, kept } of await this.read()) {
      if (kept.type === 'found') notes.push({ name, ...kept.value });
      const message = problemOf(kept);
      if (message === null) continue;
      unread.push({ path, message });
      this.onProblem({ path, message, aside: null, isDerived: false });
    }
    return { notes, unread };
  }

  /**
   * Sets unreadable notes aside, after the user was told. A note that cannot be read right now may
   * be intact, and stays.
   */
  async setUnreadAside(): Promise<void> {
    for (const { path, kept } of await this.read()) {
      const message = problemOf(kept);
      if (message === null || kept.type === 'unavailable') continue;
      this.onProblem({ path, message, aside: await setAside(path), isDerived: false });
    }
  }

  private async read() {
    const parse = (value: unknown) => schema.safeParse(value).data ?? null;
    const names = (await ifExists(readdir(this.folder))) ?? [];
    return Promise.all(
      names
        .filter((name) => NAME.test(name))
        .map(async (name) => {
          const path = join(this.folder, name);
          return { name, path, kept: await readKept(path, { version: 1, parse }) };
        }),
    );
  }
}
