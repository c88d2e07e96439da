import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { KeptFile, type ReportProblem } from '#main/base/files/keptFile';
import { Queue } from '#main/base/queue';
import { TRUSTED_FOLDERS } from './limits';

const schema = z.object({
  v: z.literal(1),
  folders: z.array(z.object({ folder: z.string(), hash: z.string() })),
});

/** The trusted content of each folder's file. A damaged store trusts nothing. */
export class TrustStore {
  private readonly writes = new Queue();
  /** Null until the file could be read. */
  private folders: Map<string, string> | null = null;

  private readonly file: KeptFile<Map<string, string>>;

  constructor(
    private readonly path: string,
    onProblem: ReportProblem,
  ) {
    this.file = new KeptFile({ path, version: 1, parse: parseFolders, onProblem });
  }

  /** The hash that was trusted last; undefined if there is none. */
  async get(folder: string): Promise<string | undefined> {
    return (await this.load()).get(folder);
  }

  /** Stores the trusted hash; null removes the trust. */
  set(folder: string, hash: string | null): Promise<void> {
    return this.writes.run(async () => {
      const known = await this.load();
      await mkdir(dirname(this.path), { recursive: true });
      await this.file.write((unseen) => {
        const folders = new Map(unseen ?? known);
        folders.delete(folder);
        if (hash !== null) folders.set(folder, hash);
        const kept = [...folders].slice(-TRUSTED_FOLDERS);
        this.folders = new Map(kept);
        const entries = kept.map(([path, trusted]) => ({ folder: path, hash: trusted }));
        return `${JSON.stringify({ v: 1, folders: entries })}\n`;
      });
    });
  }

  /** Loads the file. While it cannot be read, nothing is trusted, and the next call tries again. */
  private async load(): Promise<ReadonlyMap<string, string>> {
    if (this.folders !== null) return this.folders;
    const kept = await this.file.read();
    if (kept.type === 'unavailable') return new Map();
    this.folders = kept.type === 'found' ? kept.value : new Map();
    return this.folders;
  }
}

function parseFolders(value: unknown): Map<string, string> | null {
  const folders = schema.safeParse(value).data?.folders;
  return folders ? new Map(folders.map(({ folder, hash }) => [folder, hash])) : null;
}
