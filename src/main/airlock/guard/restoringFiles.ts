import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { writeFileAtomic } from '#main/base/files/atomicFile';
import { ifExists } from '#main/base/files/ifExists';
import { readKept } from '#main/base/files/keptFile';
import type { GuardedFile } from './guardedFile';

/** A file that is being overwritten in its own place. */
export interface Restoring {
  readonly file: Pick<GuardedFile, 'place' | 'path' | 'reason'>;
  readonly before: Buffer;
  readonly after: Buffer;
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
});
const NAME = /^[0-9a-f]{24}\.json$/;

/** Notes in the session's own folder, from before the first byte of a file is overwritten until the last one is. */
export class RestoringFiles {
  private readonly folder: string;

  constructor(folder: string) {
    this.folder = join(folder, 'restoring');
  }

  async begin({ file: { place, path, reason }, before, after }: Restoring): Promise<string> {
    await mkdir(this.folder, { recursive: true });
    const name = `${randomBytes(12).toString('hex')}.json`;
    const texts = { before: before.toString('base64'), after: after.toString('base64') };
    const note = { v: 1, file: { place, path, reason }, ...texts };
    await writeFileAtomic(join(this.folder, name), JSON.stringify(note));
    return name;
  }

  async done(name: string): Promise<void> {
    await rm(join(this.folder, name), { force: true });
  }

  /** Those that a kill left. What cannot be understood stays where it is. */
  async left(): Promise<readonly (Restoring & { readonly name: string })[]> {
    const found: (Restoring & { readonly name: string })[] = [];
    const parse = (value: unknown) => schema.safeParse(value).data ?? null;
    for (const name of (await ifExists(readdir(this.folder))) ?? []) {
      if (!NAME.test(name)) continue;
      const kept = await readKept(join(this.folder, name), { version: 1, parse });
      if (kept.type === 'found') found.push({ name, ...kept.value });
    }
    return found;
  }
}
