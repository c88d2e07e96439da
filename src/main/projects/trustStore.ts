import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { KeptFile, type ReportProblem } from '#main/base/keptFile';
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

  private readonly file: KeptFile<Map<string, string>>;

  constructor(
    private readonly path: string,
    onProblem: ReportProblem,
  ) {
    this.file = new KeptFile({ path, version: 1, parse: parseFolders, onProblem });
  }

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
      await mkdir(dirname(this.path), { recursive: true });
      await this.file.write(`${text}\n`);
      this.folders = Promise.resolve(new Map(kept));
    });
  }

  private load(): Promise<Map<string, string>> {
    this.folders ??= this.read();
    return this.folders;
  }

  private async read(): Promise<Map<string, string>> {
    const kept = await this.file.read();
    return kept.type === 'found' ? kept.value : new Map();
  }
}

function parseFolders(value: unknown): Map<string, string> | null {
  const folders = schema.safeParse(value).data?.folders;
  return folders ? new Map(folders.map(({ folder, hash }) => [folder, hash])) : null;
}
