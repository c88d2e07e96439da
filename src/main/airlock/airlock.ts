import { mkdir, readdir, realpath, rm, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { ifExists } from '#main/base/ifExists';
import type { Logger } from '#main/base/logger';
import { AppException, fail, type Result } from '#shared/errors';
import { type IdSource, isSessionId, type ObjectId, type SessionId } from '#shared/ids';
import type { Isolation } from '#shared/session/events';
import { attempt } from './attempt';
import { below, type CarryList } from './carry';
import { folderSize } from './folderSize';
import { Git } from './git/git';
import { findRepository, type Repository } from './git/repository';
import { removeRefs, removeWorktree, repairWorktree } from './git/worktree';
import type { Notice } from './notice';
import { PathLocks } from './pathLocks';
import { SessionAirlock } from './sessionAirlock';
import { readSessionRecord, type SessionRecord, writeSessionRecord } from './sessionRecord';
import { WorkspaceBuilder } from './workspace';

export type { SessionAirlock } from './sessionAirlock';

export interface AirlockOptions {
  /** A folder of our own: one below it per session, with its ledger and its objects. */
  readonly data: string;
  /** A folder of our own: one below it per isolated session, in which its agent works. */
  readonly worktrees: string;
  readonly ids: IdSource;
  readonly logger: Logger;
  readonly clock?: () => number;
  /** The git program. */
  readonly git?: string;
}

export interface SessionPlace {
  readonly sessionId: SessionId;
  /** The user's folder, by an absolute path. */
  readonly project: string;
  readonly isolation: Isolation;
  /** What is carried over into the agent's tree, by paths below the project's folder. */
  readonly carry?: CarryList;
}

/** What was found at start-up that belongs to no session, or to one whose files are gone. */
export interface ReconcileReport {
  readonly removed: readonly SessionId[];
  /** Sessions that are known, and whose tree was deleted: opening one brings it back. */
  readonly missing: readonly SessionId[];
  /** Sessions whose tree the user's repository no longer knows: git does not work in them. */
  readonly unregistered: readonly SessionId[];
  /** Folders among ours that are not ours; they are left alone. */
  readonly foreign: readonly string[];
  readonly failed: readonly { readonly sessionId: SessionId; readonly message: string }[];
}

const NOTHING: CarryList = { copy: [], link: [] };

/** Between agents and the user's files: nothing passes that was not decided. */
export class Airlock {
  private readonly locks = new PathLocks();
  private readonly clock: () => number;
  private readonly program: string;

  constructor(private readonly options: AirlockOptions) {
    this.clock = options.clock ?? Date.now;
    this.program = options.git ?? 'git';
  }

  /** Sets the session's place up, or takes it up again where it was. */
  async openSession(place: SessionPlace): Promise<Result<SessionAirlock>> {
    if (!isSessionId(place.sessionId)) return fail('invalid-input', 'Not a session id.');
    return attempt(place.project, async () => {
      const folder = this.folderOf(place.sessionId);
      const known = await readSessionRecord(folder);
      if (known?.baseTree) return this.open(known, []);
      if (known) await this.erase(known);
      return this.create(place, folder);
    });
  }

  /** What a session takes on the disk, in bytes. */
  async size(sessionId: SessionId): Promise<Result<number>> {
    return attempt('The session', async () => {
      const record = await readSessionRecord(this.folderOf(sessionId));
      const own = await folderSize(this.folderOf(sessionId));
      const isIsolated = record?.isolation === 'isolated';
      return own + (isIsolated ? await folderSize(record.workRoot) : 0);
    });
  }

  /** Takes away all that a session has: its tree, its refs and its ledger. Close it first. */
  async remove(sessionId: SessionId): Promise<Result<void>> {
    if (!isSessionId(sessionId)) return fail('invalid-input', 'Not a session id.');
    return attempt('The session', async () => {
      const record = await readSessionRecord(this.folderOf(sessionId));
      if (record) await this.erase(record);
      else await rm(this.folderOf(sessionId), { recursive: true, force: true });
    });
  }

  /** Brings the disk in line with the sessions that there are. Touches nothing that is not ours. */
  async reconcile(known: readonly SessionId[]): Promise<ReconcileReport> {
    const removed: SessionId[] = [];
    const failed: { sessionId: SessionId; message: string }[] = [];
    const kept: SessionRecord[] = [];
    const foreign: string[] = [];
    const isKnown = new Set<string>(known);
    for (const name of await namesIn(this.options.data)) {
      if (!isSessionId(name)) {
        foreign.push(join(this.options.data, name));
        continue;
      }
      const record = await readSessionRecord(this.folderOf(name));
      if (isKnown.has(name)) {
        if (record) kept.push(record);
        continue;
      }
      const result = await this.remove(name);
      if (result.ok) removed.push(name);
      else failed.push({ sessionId: name, message: result.error.message });
    }
    const isOurs = new Set<string>([...kept, ...failed].map(({ sessionId }) => sessionId));
    for (const name of await namesIn(this.options.worktrees)) {
      if (!isOurs.has(name)) foreign.push(join(this.options.worktrees, name));
    }
    const report = { removed, foreign, failed, ...(await this.checkTrees(kept)) };
    this.options.logger.info('Reconciled sessions with the disk.', report);
    return report;
  }

  private async checkTrees(records: readonly SessionRecord[]) {
    const missing: SessionId[] = [];
    const unregistered: SessionId[] = [];
    for (const record of records) {
      const { workRoot, sessionId, isolation } = record;
      if ((await ifExists(stat(workRoot))) === undefined) {
        missing.push(sessionId);
        continue;
      }
      const git = isolation === 'isolated' ? await this.repositoryOf(record) : null;
      if (git === null) continue;
      const isRegistered = await attempt(workRoot, () => repairWorktree(git, workRoot));
      if (!isRegistered.ok || !isRegistered.value) unregistered.push(sessionId);
    }
    return { missing, unregistered };
  }

  private async create(place: SessionPlace, folder: string): Promise<SessionAirlock> {
    const project = await realFolder(place.project);
    const git = this.git(project);
    const repository = await findRepository(git, project);
    await this.assertApart(repository?.root ?? project);
    const record = await this.describe(place, project, repository);
    await mkdir(folder, { recursive: true });
    // Written first: what a crash leaves half made can then be found and taken away.
    await writeSessionRecord(folder, record);
    try {
      const builder = new WorkspaceBuilder(git, record, repository, folder);
      const { baseTree, snapshot, notices } = await builder.prepare(record.carry ?? NOTHING);
      const ready = { ...record, baseTree, snapshot };
      await writeSessionRecord(folder, ready);
      return await this.open(ready, notices);
    } catch (error) {
      await this.erase(record);
      throw error;
    }
  }

  private async describe(
    { sessionId, isolation, carry = NOTHING }: SessionPlace,
    project: string,
    repository: Repository | null,
  ): Promise<SessionRecord> {
    await mkdir(this.options.worktrees, { recursive: true });
    const projectRoot = repository?.root ?? project;
    const isolated = join(await realpath(this.options.worktrees), sessionId);
    return {
      v: 1,
      sessionId,
      isolation,
      project,
      projectRoot,
      workRoot: isolation === 'isolated' ? isolated : projectRoot,
      prefix: repository?.prefix ?? '',
      isRepository: repository !== null,
      snapshot: null,
      parent: repository?.head ?? null,
      createdAt: this.clock(),
      carry: below(repository?.prefix ?? '', carry),
      baseTree: null,
    };
  }

  private open(record: SessionRecord, notices: readonly Notice[]): Promise<SessionAirlock> {
    const { baseTree, project, sessionId } = record;
    if (baseTree === null) throw new Error('A session that is not ready cannot be opened.');
    const ready: SessionRecord & { baseTree: ObjectId } = { ...record, baseTree };
    const { locks, clock } = this;
    const { ids } = this.options;
    const folder = this.folderOf(sessionId);
    const context = { git: this.git(project), folder, record: ready, locks, ids, clock };
    return SessionAirlock.open(context, notices);
  }

  private async erase(record: SessionRecord): Promise<void> {
    const { isolation, workRoot, sessionId } = record;
    const isIsolated = isolation === 'isolated';
    const isOurs = workRoot.startsWith((await realpath(this.options.worktrees)) + sep);
    if (isIsolated && !isOurs) {
      throw new AppException({ code: 'refused', message: `${workRoot} is not ours.` });
    }
    const git = await this.repositoryOf(record);
    if (git && isIsolated) await removeWorktree(git, workRoot);
    if (git) await removeRefs(git, sessionId);
    if (isIsolated) await rm(workRoot, { recursive: true, force: true, maxRetries: 3 });
    await rm(this.folderOf(sessionId), { recursive: true, force: true, maxRetries: 3 });
  }

  /** Null if there is none, or none any more. */
  private async repositoryOf({ isRepository, projectRoot }: SessionRecord): Promise<Git | null> {
    const isThere = isRepository && (await ifExists(stat(projectRoot))) !== undefined;
    return isThere ? this.git(projectRoot) : null;
  }

  /** A project that holds our own folders would be copied into itself. */
  private async assertApart(projectRoot: string): Promise<void> {
    await mkdir(this.options.data, { recursive: true });
    await mkdir(this.options.worktrees, { recursive: true });
    for (const own of [this.options.data, this.options.worktrees]) {
      const path = (await realpath(own)) + sep;
      if (path.startsWith(projectRoot + sep) || `${projectRoot}${sep}`.startsWith(path)) {
        const message = 'The project and the data of Airlock lie within each other.';
        throw new AppException({ code: 'refused', message });
      }
    }
  }

  private folderOf(sessionId: SessionId): string {
    return join(this.options.data, sessionId);
  }

  private git(cwd: string): Git {
    return new Git(this.program, { cwd });
  }
}

async function realFolder(path: string): Promise<string> {
  const status = await ifExists(stat(path));
  if (status === undefined) {
    throw new AppException({ code: 'not-found', message: `There is no folder ${path}.` });
  }
  if (!status.isDirectory()) {
    throw new AppException({ code: 'invalid-input', message: `${path} is not a folder.` });
  }
  return realpath(path);
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return (await ifExists(readdir(folder))) ?? [];
}
