import { access, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { explainRead } from '#main/base/files/keptFile';
import { openOwn } from '#main/base/files/ownFile';
import { patiently } from '#main/base/files/passingFault';
import { fail, ok, type Result } from '#shared/errors';
import { isSessionId, type SessionId } from '#shared/ids';
import type { Envelope } from '#shared/session/events';
import type { SessionSummary } from '#shared/session/summary';
import { Catalogue, type CatalogueOptions } from './catalogue/catalogue';
import { explainFault } from './diskFault';
import { createFolder, errorCode, syncFolder } from './fileAccess';
import { LOG_FILE, SESSIONS_FOLDER } from './layout';
import type { EventLogOptions } from './log/eventLog';
import { readLine } from './log/logLine';
import { StoredSession } from './storedSession';

export interface SessionStoreOptions extends EventLogOptions, Pick<CatalogueOptions, 'onProblem'> {}

/** All sessions on disk in `sessions/<id>/`, with the derived files next to that folder. */
export class SessionStore {
  private readonly inUse = new Map<SessionId, Promise<Result<StoredSession>>>();

  private constructor(
    private readonly sessionsFolder: string,
    readonly catalogue: Catalogue,
    private readonly options: SessionStoreOptions,
  ) {}

  static async open(root: string, options: SessionStoreOptions = {}): Promise<SessionStore> {
    const sessionsFolder = join(root, SESSIONS_FOLDER);
    // Listing reports the problem; the rest of the app works anyway.
    await createFolder(sessionsFolder).catch(unlessDiskFault);
    const catalogue = await Catalogue.open(root, sessionsFolder, options);
    return new SessionStore(sessionsFolder, catalogue, options);
  }

  list(): readonly SessionSummary[] {
    return this.catalogue.list();
  }

  /** The permission requests in the last bytes of a session's log; none if it cannot be read now. */
  async pastRequests(id: SessionId, bytes: number): ReturnType<typeof readPastRequests> {
    try {
      return await readPastRequests(join(this.folderOf(id), LOG_FILE), bytes);
    } catch (error) {
      unlessDiskFault(error);
      return { events: [], isCut: true };
    }
  }

  async create(id: SessionId): Promise<Result<StoredSession>> {
    if (!isSessionId(id)) return fail('invalid-input', `Not a session: ${JSON.stringify(id)}`);
    try {
      await mkdir(this.folderOf(id), { mode: 0o700 });
      await syncFolder(this.sessionsFolder);
    } catch (error) {
      const code = errorCode(error);
      if (code === 'EEXIST') return fail('conflict', 'The session already exists.');
      const message = `The session could not be created. ${explainFault(code)}`;
      return fail('io', message, String(error));
    }
    return this.use(id, { isNew: true });
  }

  async open(id: SessionId): Promise<Result<StoredSession>> {
    if (!isSessionId(id)) return fail('invalid-input', `Not a session: ${JSON.stringify(id)}`);
    try {
      await access(join(this.folderOf(id), LOG_FILE));
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return fail('not-found', 'There is no such session.');
      return fail('io', 'The session could not be read.', String(error));
    }
    return this.use(id, { isNew: false });
  }

  /** Writes pending data and closes the session. The result says if that failed. */
  async close(id: SessionId): Promise<Result<void>> {
    const opening = this.inUse.get(id);
    if (opening === undefined) return ok();
    const opened = await opening;
    if (!opened.ok) return ok();
    const { state } = opened.value;
    const result = await opened.value.close();
    this.inUse.delete(id);
    await this.catalogue.settle(state.head);
    return result;
  }

  /**
   * Everything in the sessions' folder, readable or not; null if the folder itself cannot be read.
   */
  async folders(): Promise<readonly string[] | null> {
    try {
      return await patiently(() => readdir(this.sessionsFolder));
    } catch (error) {
      if (errorCode(error) === undefined) throw error;
      return null;
    }
  }

  /** Closes every session still in use. */
  async dispose(): Promise<void> {
    await Promise.all([...this.inUse.keys()].map((id) => this.close(id)));
    await this.catalogue.close();
  }

  private use(id: SessionId, options: { isNew: boolean }) {
    if (this.inUse.has(id)) return fail('conflict', 'The session is already in use.');
    const opening = this.read(id, options);
    this.inUse.set(id, opening);
    return opening;
  }

  private async read(id: SessionId, { isNew }: { isNew: boolean }): Promise<Result<StoredSession>> {
    try {
      const isShortened = this.catalogue.isShortened(id);
      const options = { ...this.options, refusesEmpty: !isNew, isShortened };
      return ok(await StoredSession.open(id, this.folderOf(id), options));
    } catch (error) {
      this.inUse.delete(id);
      const why = errorCode(error) === undefined ? '' : `${explainRead(error)} `;
      const message = `The session could not be read. ${why}Nothing was changed.`;
      return fail('io', message, String(error));
    }
  }

  private folderOf(id: SessionId): string {
    return join(this.sessionsFolder, id);
  }
}

function unlessDiskFault(error: unknown): void {
  if (errorCode(error) === undefined) throw error;
}

/** The permission requests of a log and their answers, oldest first, from its last bytes. Changes nothing. */
async function readPastRequests(
  path: string,
  bytes: number,
): Promise<{ readonly events: readonly Envelope[]; readonly isCut: boolean }> {
  const file = await openOwn(path);
  try {
    const { size } = await file.stat();
    const from = Math.max(0, size - bytes);
    const buffer = Buffer.alloc(size - from);
    const { bytesRead } = await file.read(buffer, 0, buffer.length, from);
    const lines = buffer.toString('utf8', 0, bytesRead).split('\n');
    // Drop the first line if it may be incomplete.
    const events = (from === 0 ? lines : lines.slice(1)).flatMap((line) => {
      if (!line.includes('"permission.')) return [];
      const read = readLine(line);
      return read.type === 'event' ? [read.event] : [];
    });
    return { events, isCut: from > 0 };
  } finally {
    await file.close();
  }
}
