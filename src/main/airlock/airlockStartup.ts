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

/** Findings at startup that belong to no session, or to one whose files are missing. */
export interface ReconcileReport {
  /** Folders with a session's name but without a session. Nothing was done about them. */
  readonly orphans: readonly SessionId[];
  /** Sessions whose record cannot be read, and that are left as they are. */
  readonly unreadable: readonly SessionId[];
  /** Sessions that are known, and whose tree was deleted: opening one brings it back. */
  readonly missing: readonly SessionId[];
  /** Sessions whose tree the user's repository no longer knows: git does not work in them. */
  readonly unregistered: readonly SessionId[];
  /** Folders among ours that are not ours; they are left alone. */
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

/** Startup work for sessions that are not open yet. `owners` are the folders of sessions. */
export class AirlockStartup {
  constructor(private readonly parts: AirlockStartupParts) {}

  /**
   * Compares the disk with the sessions' folders that there are, whether or not those can be read.
   * Takes nothing away: what belongs to no session is named.
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
    // Side by side: one on a failing disk is tried for a while.
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

  /** Takes refs of earlier versions out of the users' repositories; of these sessions, in the background. */
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

  /** Takes out of the users' indexes what commits of these sessions left staged that a kill cut short. */
  async unstageLeft(owners: readonly string[]): Promise<void> {
    for (const name of owners) {
      if (!isSessionId(name)) continue;
      const folder = this.folderOf(name);
      const path = join(folder, STAGED_FILE);
      // One that cannot be looked into keeps no other from being put in order.
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
