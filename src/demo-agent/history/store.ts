import {
  appendFile,
  copyFile,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type DemoSettings, settingsSchema } from '../session/settings';
import { type HistoryRecord, parseRecord } from './record';

export interface SessionMeta {
  readonly sessionId: string;
  readonly cwd: string;
  readonly additionalDirectories: readonly string[];
  readonly title?: string | undefined;
  readonly updatedAt: string;
  readonly used: number;
  readonly settings: DemoSettings;
}

export interface Transcript {
  readonly records: readonly HistoryRecord[];
  readonly damagedLines: number;
}

const metaSchema = z.object({
  sessionId: z.string(),
  cwd: z.string(),
  additionalDirectories: z.array(z.string()).catch([]),
  title: z.string().optional().catch(undefined),
  updatedAt: z.string(),
  used: z.number().catch(0),
  settings: settingsSchema,
});

const maxSessions = 500;
const maxTranscriptBytes = 8 * 1024 * 1024;
const idShape = /^[A-Za-z0-9_-]{1,80}$/;

/** Two files per session: metadata for the list, and the transcript as JSON lines. */
export class HistoryStore {
  readonly #folder: string;

  constructor(home: string) {
    this.#folder = join(home, 'sessions');
  }

  async saveMeta(meta: SessionMeta): Promise<void> {
    await this.#makeFolder();
    const path = this.#path(meta.sessionId, 'json');
    await writeFile(`${path}.new`, JSON.stringify(meta), { mode: 0o600 });
    await rename(`${path}.new`, path);
  }

  async readMeta(sessionId: string): Promise<SessionMeta | undefined> {
    if (!idShape.test(sessionId)) return undefined;
    try {
      return metaSchema.parse(JSON.parse(await readFile(this.#path(sessionId, 'json'), 'utf8')));
    } catch {
      return undefined;
    }
  }

  /** Newest first. */
  async list(): Promise<SessionMeta[]> {
    const names = await readdir(this.#folder).catch(() => []);
    const ids = names
      .filter((name) => name.endsWith('.json'))
      .map((name) => name.slice(0, -'.json'.length));
    const metas = await Promise.all(ids.map((id) => this.readMeta(id)));
    return metas.filter((meta) => meta !== undefined).sort(newestFirst);
  }

  async append(sessionId: string, records: readonly HistoryRecord[]): Promise<void> {
    await this.#makeFolder();
    const lines = records.map((record) => `${JSON.stringify(record)}\n`).join('');
    // Starts with a line break, so that a line cut short by a crash does not swallow the first new
    // one.
    await appendFile(this.#path(sessionId, 'jsonl'), `\n${lines}`, { mode: 0o600 });
  }

  async readTranscript(sessionId: string): Promise<Transcript> {
    const text = await readFile(this.#path(sessionId, 'jsonl'), 'utf8').catch(() => '');
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    const records = lines.map(parseRecord);
    const kept = records.filter((record) => record !== undefined);
    return { records: kept, damagedLines: records.length - kept.length };
  }

  /** Drops the oldest turns of a transcript that is too large, down to half of the limit. */
  async trim(sessionId: string): Promise<void> {
    const path = this.#path(sessionId, 'jsonl');
    const size = await stat(path).then(
      (info) => info.size,
      () => 0,
    );
    if (size <= maxTranscriptBytes) return;
    const { records } = await this.readTranscript(sessionId);
    const lines = records.map((record) => `${JSON.stringify(record)}\n`);
    let start = lines.length;
    let bytes = 0;
    for (let at = lines.length - 1; at >= 0; at -= 1) {
      bytes += Buffer.byteLength(lines[at] ?? '');
      if (bytes > maxTranscriptBytes / 2) break;
      if (records[at]?.kind === 'prompt') start = at;
    }
    await writeFile(`${path}.new`, lines.slice(start).join(''), { mode: 0o600 });
    await rename(`${path}.new`, path);
  }

  async remove(sessionId: string): Promise<void> {
    if (!idShape.test(sessionId)) return;
    await rm(this.#path(sessionId, 'json'), { force: true });
    await rm(this.#path(sessionId, 'jsonl'), { force: true });
  }

  async copyTranscript(from: string, to: string): Promise<void> {
    await this.#makeFolder();
    await copyFile(this.#path(from, 'jsonl'), this.#path(to, 'jsonl')).catch((error: unknown) => {
      const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
      if (!isMissing) throw error;
    });
  }

  /** Deletes the oldest sessions, so that the folder does not grow for ever. */
  async prune(): Promise<void> {
    const metas = await this.list();
    for (const meta of metas.slice(maxSessions)) await this.remove(meta.sessionId);
  }

  /** Only the owner can read the folder, because prompts can be private. */
  async #makeFolder(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
  }

  #path(sessionId: string, extension: string): string {
    if (!idShape.test(sessionId)) throw new Error(`Not a session id: ${sessionId}`);
    return join(this.#folder, `${sessionId}.${extension}`);
  }
}

function newestFirst(a: SessionMeta, b: SessionMeta): number {
  if (a.updatedAt !== b.updatedAt) return a.updatedAt < b.updatedAt ? 1 : -1;
  return a.sessionId < b.sessionId ? -1 : 1;
}
