import { mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { writeFileAtomic } from '#main/base/atomicFile';
import { ifExists } from '#main/base/ifExists';
import type { Logger } from '#main/base/logger';
import { Queue } from '#main/base/queue';
import { TRUSTED_FOLDERS } from './limits';

const schema = z.object({
  v: z.literal(1),
  folders: z.array(z.object({ folder: z.string(), hash: z.string() })),
});

/** Which content of which folder's file the user has trusted. A file that is damaged trusts nothing. */
export class TrustStore {
  private readonly writes = new Queue();
  private folders: Promise<Map<string, string>> | undefined;

  constructor(
    private readonly file: string,
    private readonly logger: Logger,
  ) {}

  /** The hash that was trusted last; undefined if none is. */
  async get(folder: string): Promise<string | undefined> {
    return (await this.load()).get(folder);
  }

  /** Null: it is trusted no longer. */
  set(folder: string, hash: string | null): Promise<void> {
    return this.writes.run(async () => {
      const folders = new Map(await this.load());
      folders.delete(folder);
      if (hash !== null) folders.set(folder, hash);
      const kept = [...folders].slice(-TRUSTED_FOLDERS);
      const text = JSON.stringify({
        v: 1,
        folders: kept.map(([path, trusted]) => ({ folder: path, hash: trusted })),
      });
      await mkdir(dirname(this.file), { recursive: true });
      await writeFileAtomic(this.file, `${text}\n`);
      this.folders = Promise.resolve(new Map(kept));
    });
  }

  private load(): Promise<Map<string, string>> {
    this.folders ??= this.read();
    return this.folders;
  }

  private async read(): Promise<Map<string, string>> {
    try {
      const text = await ifExists(readFile(this.file, 'utf8'));
      if (text === undefined) return new Map();
      const { folders } = schema.parse(JSON.parse(text));
      return new Map(folders.map(({ folder, hash }) => [folder, hash]));
    } catch (error) {
      this.logger.warn('the list of trusted projects cannot be read', { error });
      return new Map();
    }
  }
}
