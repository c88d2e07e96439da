import { randomBytes } from 'node:crypto';
import { access, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Result } from '#shared/errors';
import { isSessionId, type SessionId } from '#shared/ids';
import type { SessionSummary } from '#shared/session/summary';
import { Catalogue } from './catalogue';
import { explainFault } from './diskFault';
import type { EventLogOptions } from './eventLog';
import { createFolder, errorCode, syncFolder } from './fileAccess';
import { LOG_FILE, SESSIONS_FOLDER } from './layout';
import { StoredSession } from './storedSession';

const DELETED_PREFIX = '.deleted-';

/** All sessions on disk: `sessions/<id>/` each, and what is derived from them beside that. */
export class SessionStore {
  private readonly inUse = new Map<SessionId, Promise<Result<StoredSession>>>();

  private constructor(
    private readonly sessionsFolder: string,
    readonly catalogue: Catalogue,
    private readonly options: EventLogOptions,
  ) {}

  static async open(root: string, options: EventLogOptions = {}): Promise<SessionStore> {
    const sessionsFolder = join(root, SESSIONS_FOLDER);
    await createFolder(sessionsFolder);
    const catalogue = await Catalogue.open(root, sessionsFolder, options.timers);
    const store = new SessionStore(sessionsFolder, catalogue, options);
    await store.removeDeleted();
    return store;
  }

  list(): readonly SessionSummary[] {
    return this.catalogue.list();
  }

  async create(id: SessionId): Promise<Result<StoredSession>> {
    if (!isSessionId(id)) return fail('invalid-input', `Not a session: ${JSON.stringify(id)}`);
    try {
      await mkdir(this.folderOf(id), { mode: 0o700 });
      await syncFolder(this.sessionsFolder);
    } catch (error) {
      const code = errorCode(error);
      if (code === 'EEXIST') return fail('conflict', 'The session exists already.');
      const message = `The session could not be created. ${explainFault(code)}`;
      return fail('io', message, String(error));
    }
    return this.use(id);
  }

  async open(id: SessionId): Promise<Result<StoredSession>> {
    if (!isSessionId(id)) return fail('invalid-input', `Not a session: ${JSON.stringify(id)}`);
    try {
      await access(join(this.folderOf(id), LOG_FILE));
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return fail('not-found', 'There is no such session.');
      return fail('io', 'The session could not be read.', String(error));
    }
    return this.use(id);
  }

  /** Writes what is pending and lets the session go. The result says if that failed. */
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

  /** At once and as a whole, even if the process ends while the files go. */
  async delete(id: SessionId): Promise<Result<void>> {
    if (!isSessionId(id)) return fail('invalid-input', `Not a session: ${JSON.stringify(id)}`);
    if (this.inUse.has(id)) return fail('conflict', 'The session is still in use.');
    const suffix = randomBytes(4).toString('hex');
    const doomed = join(this.sessionsFolder, `${DELETED_PREFIX}${id}-${suffix}`);
    try {
      await rename(this.folderOf(id), doomed);
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return fail('not-found', 'There is no such session.');
      return fail('io', 'The session could not be deleted.', String(error));
    }
    this.catalogue.remove(id);
    await rm(doomed, { recursive: true, force: true });
    return ok();
  }

  /** Closes every session still in use. */
  async dispose(): Promise<void> {
    await Promise.all([...this.inUse.keys()].map((id) => this.close(id)));
    await this.catalogue.close();
  }

  private use(id: SessionId): Promise<Result<StoredSession>> | Result<never> {
    if (this.inUse.has(id)) return fail('conflict', 'The session is in use already.');
    const opening = this.read(id);
    this.inUse.set(id, opening);
    return opening;
  }

  private async read(id: SessionId): Promise<Result<StoredSession>> {
    try {
      return ok(await StoredSession.open(id, this.folderOf(id), this.options));
    } catch (error) {
      this.inUse.delete(id);
      return fail('io', 'The session could not be read.', String(error));
    }
  }

  private async removeDeleted(): Promise<void> {
    const names = await readdir(this.sessionsFolder);
    for (const name of names.filter((name) => name.startsWith(DELETED_PREFIX))) {
      await rm(join(this.sessionsFolder, name), { recursive: true, force: true });
    }
  }

  private folderOf(id: SessionId): string {
    return join(this.sessionsFolder, id);
  }
}
