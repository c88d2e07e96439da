import { lstat, mkdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ifExists } from '#main/base/files/ifExists';
import { explainRead } from '#main/base/files/keptFile';
import type { Git } from '#main/git/git';
import type { SessionId } from '#shared/ids';
import { worksInCopy } from '#shared/session/isolation';
import { History } from './copy/history';
import { attempt, refuse } from './disk/attempt';
import { followWorktree, isOfEarlierVersion, removeRefs, removeWorktree } from './linked/worktree';
import { isCopyGone } from './sessionParts';
import {
  isLinked,
  readSessionRecord,
  type SessionRecord,
  writeSessionRecord,
} from './sessionRecord';

/** The folders of a session's ledger and its tree, which may differ from the recorded ones. */
export interface TreePlace {
  readonly sessionId: SessionId;
  readonly folder: string;
  readonly workRoot: string;
}

export interface SessionTreesParts {
  /** The folder that contains the copies. */
  readonly copies: string;
  gitAt(folder: string): Git;
  folderOf(sessionId: SessionId): string;
}

/** The copies that agents work in. The users' repositories know the copies of earlier versions. */
export class SessionTrees {
  constructor(private readonly parts: SessionTreesParts) {}

  /**
   * The record with the copy's current folder: the data folder may have been moved or copied since
   * it was written.
   */
  async placed(record: SessionRecord): Promise<SessionRecord> {
    if (!worksInCopy(record.isolation) || isLinked(record)) return record;
    const { copies } = this.parts;
    const found = await attempt(copies, () => ifExists(realpath(copies)));
    // If a folder cannot be used, opening the session reports it.
    if (!found.ok || found.value === undefined) return record;
    return { ...record, workRoot: join(found.value, record.sessionId) };
  }

  /**
   * Makes a copy work in its current place, and records the place last: a crash before that repeats
   * the work.
   */
  async settle(record: SessionRecord): Promise<SessionRecord> {
    const { copies, gitAt, folderOf } = this.parts;
    if (!worksInCopy(record.isolation)) return record;
    await mkdir(copies, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
      const isLink = error.code === 'ENOENT';
      const why = isLink ? 'It is a link to a folder that does not exist.' : explainRead(error);
      throw refuse(`The folder of the agents’ copies cannot be used: ${copies}. ${why}`);
    });
    const placed = await this.placed(record);
    if (placed.workRoot === record.workRoot) return record;
    const folder = folderOf(record.sessionId);
    if (record.ownRepository && !(await isCopyGone(placed))) {
      await History.at(gitAt(record.project), folder).follow(placed.workRoot);
    }
    await writeSessionRecord(folder, placed);
    return placed;
  }

  /** Tells a worktree's repository its new place, so that git keeps the objects that it needs. */
  async follow({ folder, workRoot, sessionId }: TreePlace): Promise<void> {
    const kept = await readSessionRecord(folder);
    if (kept.type !== 'found' || !isLinked(kept.value)) return;
    const path = await ifExists(realpath(workRoot));
    if (path === undefined) return;
    const git = await this.repositoryOf(kept.value);
    if (git !== null) await followWorktree(git, path, sessionId);
  }

  /** Removes what an earlier version left in the repository, unless the session is in use again. */
  async forget({ folder, workRoot, sessionId }: TreePlace): Promise<void> {
    const kept = await readSessionRecord(folder);
    if (kept.type !== 'found' || !isOfEarlierVersion(kept.value)) return;
    const git = await this.repositoryOf(kept.value);
    if (git === null) return;
    const own = this.parts.folderOf(sessionId);
    const isInUse = folder !== own && (await ifExists(lstat(own))) !== undefined;
    if (!isInUse) await removeRefs(git, sessionId);
    if (isLinked(kept.value)) await removeWorktree(git, workRoot);
  }

  /** Checks whether the copies of these sessions exist and git works in them. */
  async check(records: readonly SessionRecord[]) {
    const missing: SessionId[] = [];
    const unregistered: SessionId[] = [];
    for (const record of records) {
      const { workRoot, sessionId } = record;
      const place = { sessionId, workRoot, folder: this.parts.folderOf(sessionId) };
      // A folder that cannot be read counts as present.
      const followed = await attempt(workRoot, async () => {
        const isThere = (await ifExists(stat(workRoot))) !== undefined;
        if (!isThere) missing.push(sessionId);
        else if (record.ownRepository) await assertRepository(workRoot);
        else await this.follow(place);
      });
      if (!followed.ok) unregistered.push(sessionId);
    }
    return { missing, unregistered };
  }

  /** Null if there is no repository, or it no longer exists. */
  async repositoryOf({ isRepository, projectRoot }: SessionRecord): Promise<Git | null> {
    const isThere = isRepository && (await ifExists(stat(projectRoot))) !== undefined;
    return isThere ? this.parts.gitAt(projectRoot) : null;
  }
}

/** Throws unless the copy is a repository. Its content is the agent's business. */
async function assertRepository(copy: string): Promise<void> {
  const isFolder = (await ifExists(lstat(join(copy, '.git'))))?.isDirectory() === true;
  if (!isFolder) throw refuse(`${copy} no longer has its own git folder.`);
}
