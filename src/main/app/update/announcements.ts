import { z } from 'zod';
import { KeptFile, type ReportProblem } from '#main/base/files/keptFile';
import { fail, ok, type Result } from '#shared/errors';
import { decideUpdate } from './decideUpdate';
import type { Fetch } from './guardedFetch';
import { readManifest, type UpdateManifest } from './manifest';
import { networkReason } from './networkReason';

const MANIFEST_CHARACTERS = 1_000_000;
const CHECK_MILLISECONDS = 30_000;

const memorySchema = z.object({
  version: z.literal(1),
  /** The number of the newest accepted announcement. */
  sequence: z.int().nonnegative(),
  /** The version that the user does not want to be told about. */
  skipped: z.string().nullable().default(null),
});

type Memory = z.infer<typeof memorySchema>;

export interface AnnouncementsOptions {
  /** The running version. */
  readonly version: string;
  readonly url: string;
  readonly publicKey: string;
  /** The file that records the newest announcement, so that no older one is accepted. */
  readonly memory: string;
  readonly onProblem: ReportProblem;
  readonly fetch: Fetch;
  readonly timeoutMilliseconds?: number;
}

/** Fetches announcements and records the newest one. */
export class Announcements {
  private readonly file: KeptFile<Memory>;
  private remembered: Memory | null = null;

  constructor(private readonly options: AnnouncementsOptions) {
    this.file = new KeptFile<Memory>({
      path: options.memory,
      version: 1,
      parse: (value) => memorySchema.safeParse(value).data ?? null,
      onProblem: options.onProblem,
    });
  }

  /** A newer version; null if there is none. */
  async check(): Promise<Result<UpdateManifest | null>> {
    const text = await this.fetchText();
    if (!text.ok) return text;
    const manifest = readManifest(text.value, this.options.publicKey);
    if (!manifest.ok) return manifest;
    const { version, memory } = this.options;
    const kept = await this.file.read();
    // Not the same as no record: an old announcement must not pass because the file is damaged.
    if (kept.type !== 'found' && kept.type !== 'none') {
      return fail(
        'io',
        `Airlock cannot read which version was announced last from ${memory}, so an old announcement could pass for a new one. Move that file away to check for updates again.`,
      );
    }
    this.remembered = kept.type === 'found' ? kept.value : null;
    const lastSequence = this.remembered?.sequence ?? null;
    const decided = decideUpdate(manifest.value, { version, lastSequence });
    if (!decided.ok) return decided;
    const { sequence } = manifest.value;
    if (sequence !== lastSequence) {
      const skipped = this.remembered?.skipped ?? null;
      const problem = await this.remember({ version: 1, sequence, skipped });
      if (problem !== null) return fail('io', problem);
    }
    return ok(decided.value === 'newer' ? manifest.value : null);
  }

  isSkipped({ version }: UpdateManifest): boolean {
    return this.remembered?.skipped === version;
  }

  /** The choice is kept until the app ends, even if it cannot be written. */
  async skip({ version, sequence }: UpdateManifest): Promise<void> {
    // A newer announcement may have been seen since.
    const newest = Math.max(sequence, this.remembered?.sequence ?? 0);
    const memory: Memory = { version: 1, sequence: newest, skipped: version };
    await this.remember(memory);
    this.remembered = memory;
  }

  /** Why the record could not be written; null if it was. */
  private async remember(memory: Memory): Promise<string | null> {
    try {
      await this.file.write(() => `${JSON.stringify(memory)}\n`);
      this.remembered = memory;
      return null;
    } catch (error) {
      return `Airlock cannot save the announced version to ${this.options.memory}: ${(error as Error).message}`;
    }
  }

  private async fetchText(): Promise<Result<string>> {
    const { fetch, url, timeoutMilliseconds = CHECK_MILLISECONDS } = this.options;
    const signal = AbortSignal.timeout(timeoutMilliseconds);
    try {
      const response = await fetch(url, { signal });
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
      return fail(
        'io',
        signal.aborted
          ? 'Airlock could not check for updates: the server took too long.'
          : `Airlock could not check for updates: ${networkReason(error)}.`,
      );
    }
  }
}
