import { join } from 'node:path';
import { z } from 'zod';
import { KeptFile, type ReportProblem } from '#main/base/files/keptFile';
import { fail, ok, type Result } from '#shared/errors';
import { decideUpdate } from './decideUpdate';
import { readManifest, type UpdateManifest } from './manifest';
import { downloadVerified, type Fetch } from './verifiedDownload';

const MANIFEST_CHARACTERS = 1_000_000;
const CHECK_MILLISECONDS = 30_000;
const DOWNLOAD_MILLISECONDS = 60 * 60_000;

const memorySchema = z.object({ version: z.literal(1), sequence: z.int().nonnegative() });

export interface UpdatesOptions {
  /** The running version. */
  readonly version: string;
  readonly url: string;
  readonly publicKey: string;
  /** Remembers the newest announcement, so that none before it counts any more. */
  readonly memory: string;
  readonly onProblem: ReportProblem;
  readonly fetch: Fetch;
}

/** Looks for newer versions. Nothing is downloaded or installed that the user did not ask for. */
export class Updates {
  private readonly memory: KeptFile<number>;
  /** The newer version that was found last. */
  private found: UpdateManifest | null = null;

  constructor(private readonly options: UpdatesOptions) {
    this.memory = new KeptFile<number>({
      path: options.memory,
      version: 1,
      parse: (value) => memorySchema.safeParse(value).data?.sequence ?? null,
      onProblem: options.onProblem,
    });
  }

  async check(): Promise<Result<UpdateManifest | null>> {
    const text = await this.fetchManifest();
    if (!text.ok) return text;
    const manifest = readManifest(text.value, this.options.publicKey);
    if (!manifest.ok) return manifest;
    const { version, memory } = this.options;
    const kept = await this.memory.read();
    // Not the same as none: an old announcement must not pass because the file is damaged.
    if (kept.type !== 'found' && kept.type !== 'none') {
      return fail('io', `Which version was announced last cannot be read from ${memory}.`);
    }
    const lastSequence = kept.type === 'found' ? kept.value : null;
    const decided = decideUpdate(manifest.value, { version, lastSequence });
    if (!decided.ok) return decided;
    if (manifest.value.sequence !== lastSequence) {
      const { sequence } = manifest.value;
      await this.memory.write(() => `${JSON.stringify({ version: 1, sequence })}\n`);
    }
    this.found = decided.value === 'newer' ? manifest.value : null;
    return ok(this.found);
  }

  /** Fetches the file of the found version for how this app is installed, such as `deb-x64`. */
  async download(kind: string, folder: string): Promise<Result<string>> {
    const file = this.found?.files[kind];
    if (file === undefined) return fail('not-found', 'There is no download of it for this system.');
    const name = new URL(file.url).pathname.split('/').at(-1) ?? '';
    if (!/^[\w][\w.+-]{0,200}$/.test(name))
      return fail('refused', 'The download has no safe name.');
    return downloadVerified(file, join(folder, name), {
      fetch: this.options.fetch,
      signal: AbortSignal.timeout(DOWNLOAD_MILLISECONDS),
    });
  }

  private async fetchManifest(): Promise<Result<string>> {
    const { fetch, url } = this.options;
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(CHECK_MILLISECONDS) });
      if (!response.ok) return fail('io', `The server answered ${response.status}.`);
      let text = '';
      const decoder = new TextDecoder();
      for await (const chunk of response.body ?? []) {
        text += decoder.decode(chunk, { stream: true });
        if (text.length > MANIFEST_CHARACTERS)
          return fail('invalid-input', 'The answer is too long.');
      }
      return ok(text);
    } catch (error) {
      return fail('io', `Newer versions could not be looked for: ${(error as Error).message}`);
    }
  }
}
