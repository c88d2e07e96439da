import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { ifExists } from '#main/base/files/ifExists';
import type { ReportProblem } from '#main/base/files/keptFile';
import { readableNames } from '#main/base/files/readableNames';
import type { Logger } from '#main/base/log/logger';
import { Queue } from '#main/base/queue';
import type { Git } from '#main/git/git';
import { isSessionId, type SessionId } from '#shared/ids';
import { STAGED_FILE, StagedWork } from './decide/stagedWork';
import { attempt } from './disk/attempt';
import { retireOldRefs } from './linked/oldRefs';
import { readSessionRecord, type SessionRecord } from './sessionRecord';
import type { SessionTrees } from './sessionTrees';
import { findRepository } from './tree/repository';

/** Findings at startup about no session, or about one whose files are missing. */
export interface ReconcileReport {
  /** Folders with a session's name that belong to no session. They are left alone. */
  readonly orphans: readonly SessionId[];
  /** Sessions whose record cannot be read; they are left alone. */
  readonly unreadable: readonly SessionId[];
  /** Known sessions whose tree was deleted: opening one restores it. */
  readonly missing: readonly SessionId[];
  /** Sessions whose tree the user's repository no longer knows, so git does not work in them. */
  readonly unregistered: readonly SessionId[];
  /** Unknown folders among ours; they are left alone. */
  readonly foreign: readonly string[];
}

/** Records that are read at the same time. */
const RECORD_READERS = 8;

interface AirlockStartupParts {
  readonly data: string;
  readonly copies: string;
  readonly trees: SessionTrees;
  readonly commits: Queue;
  readonly logger: Logger;
  readonly onProblem: ReportProblem;
  gitAt(folder: string): Git;
}

/**
 * Startup work for sessions that are not open yet. `owners` are the names of the sessions' folders.
 */
export class AirlockStartup {
  constructor(private readonly parts: AirlockStartupParts) {}

  /**
   * Compares the disk with the known sessions' folders, whether or not they can be read. Removes
   * nothing: folders without a session are reported.
   */
  async reconcile(owners: readonly string[]): Promise<ReconcileReport> {
    const orphans = new Set<SessionId>();
    const unreadable: SessionId[] = [];
    const records: SessionRecord[] = [];
    const foreign: string[] = [];
    const isOwned = new Set<string>(owners);
    const owned: SessionId[] = [];
    for (const name of await readableNames(this.parts.data)) {
      if (!isSessionId(name)) foreign.push(join(this.parts.data, name));
      else if (isOwned.has(name)) owned.push(name);
      else orphans.add(name);
    }
    // Read in parallel: a record on a failing disk is retried for a while.
    const reading = new Queue({ limit: RECORD_READERS });
    const read = (id: SessionId) => reading.run(() => readSessionRecord(this.folderOf(id)));
    for (const [index, kept] of (await Promise.all(owned.map(read))).entries()) {
      const id = owned[index];
      if (kept.type === 'found') records.push(await this.parts.trees.placed(kept.value));
      else if (id !== undefined) unreadable.push(id);
    }
    reading.dispose();
    for (const name of await readableNames(this.parts.copies)) {
      if (!isSessionId(name)) foreign.push(join(this.parts.copies, name));
      else if (!isOwned.has(name)) orphans.add(name);
    }
    const trees = await this.parts.trees.check(records);
    const report = { orphans: [...orphans], unreadable, foreign, ...trees };
    this.parts.logger.info('Reconciled sessions with the disk.', report);
    return report;
  }

  /**
   * Removes the refs of earlier versions from the users' repositories for these sessions, in the
   * background.
   */
  async retireOldRefs(owners: readonly string[], signal: AbortSignal): Promise<void> {
    const records: SessionRecord[] = [];
    for (const name of owners) {
      if (signal.aborted || !isSessionId(name)) continue;
      const kept = await readSessionRecord(this.folderOf(name));
      if (kept.type === 'found') records.push(kept.value);
    }
    const retired = await retireOldRefs({
      records,
      repositoryOf: (record) => this.parts.trees.repositoryOf(record),
      folderOf: (sessionId) => this.folderOf(sessionId),
      signal,
    });
    if (retired.length > 0) this.parts.logger.info('Removed old refs.', { retired });
  }

  /** Unstages files that an interrupted commit of these sessions left in the users' indexes. */
  async unstageLeft(owners: readonly string[]): Promise<void> {
    for (const name of owners) {
      if (!isSessionId(name)) continue;
      const folder = this.folderOf(name);
      const path = join(folder, STAGED_FILE);
      // A folder that cannot be examined must not stop the work on the others.
      const left = await attempt(path, () => ifExists(lstat(path)));
      if (!left.ok || left.value === undefined) continue;
      const done = await attempt('The project', () => this.unstage(folder));
      if (done.ok) continue;
      const message = `A commit of accepted changes was interrupted, and some of its files may still be staged in your repository. ${done.error.message}`;
      const again = async () => (await attempt('The project', () => this.unstage(folder))).ok;
      this.parts.onProblem({ path, message, aside: null, isDerived: false, again });
    }
  }

  private async unstage(folder: string): Promise<void> {
    const kept = await readSessionRecord(folder);
    if (kept.type !== 'found') return;
    const git = this.parts.gitAt(kept.value.project);
    const repository = await findRepository(git, kept.value.project);
    if (repository === null) return;
    const { root, format } = repository;
    const { onProblem } = this.parts;
    const staged = new StagedWork({ git: git.with({ cwd: root }), format, folder, onProblem });
    await this.parts.commits.run(() => staged.takeBack());
  }

  private folderOf(sessionId: SessionId): string {
    return join(this.parts.data, sessionId);
  }
}
