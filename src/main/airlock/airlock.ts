import { lstat, mkdir, realpath, rm, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { eraseFolder } from '#main/base/files/eraseFolder';
import { ifExists } from '#main/base/files/ifExists';
import { problemOf, type ReportProblem } from '#main/base/files/keptFile';
import { measureFolder } from '#main/base/files/measureFolder';
import type { Logger } from '#main/base/log/logger';
import type { WorkTask } from '#main/base/longWorks';
import { Queue } from '#main/base/queue';
import { Git } from '#main/git/git';
import { type ChangeView, viewOf } from '#shared/airlock/changeView';
import { emptyLedger } from '#shared/airlock/ledger';
import { factsOf, type LedgerFacts } from '#shared/airlock/score';
import { type SelfArmingTest, selfArmingTest } from '#shared/airlock/selfArming';
import { AppException, fail, type Result } from '#shared/errors';
import { type IdSource, isSessionId, type ObjectId, type SessionId } from '#shared/ids';
import type { ChangeNotice } from '#shared/ipc/changes';
import type { CopyBase } from '#shared/project/copyBase';
import { type Isolation, worksInCopy } from '#shared/session/isolation';
import { AirlockStartup } from './airlockStartup';
import { attempt, refuse } from './disk/attempt';
import { below, type CarryList } from './disk/carry';
import { PathLocks } from './disk/pathLocks';
import { ProjectFolder } from './disk/projectFolder';
import type { OthersDecisions, WrittenFile } from './find/othersWrites';
import { Ledger } from './ledger/ledger';
import { NAMED_FILES, SCORED_BYTES } from './limits';
import type { ObjectStore } from './objects/objectStore';
import { OpenSessions } from './openSessions';
import { SessionAirlock } from './sessionAirlock';
import { LEDGER_FILE } from './sessionParts';
import {
  NEWER,
  RECORD_FILE,
  readSessionRecord,
  type SessionRecord,
  writeSessionRecord,
} from './sessionRecord';
import { SessionTrees } from './sessionTrees';
import { listBases, repositoryAt } from './tree/copyBase';
import { findRepository, indexFault, type Repository } from './tree/repository';
import { WorkspaceBuilder } from './tree/workspace';

export type { ChangeSource, WorkFile } from './compose/sessionComposition';
export type { OnHeld } from './decide/agentWrites';
export type { IntendedEdit } from './decide/gate';
export type { FileWatch, SessionAirlock } from './sessionAirlock';
export type { SessionChanges } from './sessionChanges';

export interface AirlockOptions {
  /** Our own folder with one subfolder per session, for its ledger and objects. */
  readonly data: string;
  /** Our own folder with one subfolder per isolated session, in which its agent works. */
  readonly worktrees: string;
  readonly ids: IdSource;
  readonly logger: Logger;
  readonly clock?: () => number;
  /** Patterns that the user added for files that can run code. */
  readonly selfArming?: () => readonly string[];
  /** The path of the git program. */
  readonly git?: string;
  /** Called for files of sessions that cannot be read. */
  readonly onProblem?: ReportProblem;
}

export interface SessionPlace {
  readonly sessionId: SessionId;
  /** The absolute path of the user's folder. */
  readonly project: string;
  readonly isolation: Isolation;
  /** The paths below the project's folder that are copied into the agent's tree. */
  readonly carry?: CarryList;
  /**
   * The full name of the branch or tag that a copy starts from; without it, the user's current
   * files.
   */
  readonly base?: string | undefined;
  /** Receives the progress of making a copy, and tells whether it is still wanted. */
  readonly task?: WorkTask;
}

/** The changes of a session, as recorded in its ledger. */
export interface KeptChanges {
  readonly all: readonly ChangeView[];
  /** The root of the user's tree: the repository's root, or the plain folder. */
  readonly projectRoot: string;
}

const GONE =
  'The files of this session are missing. Look for them in the trash (Settings → Storage), or continue in a new session.';

const NOTHING: CarryList = { copy: [], link: [] };

/**
 * Files that could not be carried over. The session lists them for its whole life, because later
 * looks do not find them.
 */
function missingIn(notices: readonly ChangeNotice[]): readonly string[] {
  const missing = notices.filter(({ reason }) => reason === 'not-carried');
  return missing.slice(0, NAMED_FILES).map(({ path }) => path);
}

/** The boundary between agents and the user's files: nothing crosses it without a decision. */
export class Airlock {
  private readonly locks = new PathLocks();
  private readonly commits = new Queue();
  private readonly sessions: OpenSessions;
  /** Tracks trees that are moved to the trash and back. */
  readonly trees: SessionTrees;
  readonly startup: AirlockStartup;
  private readonly clock: () => number;
  private readonly program: string;
  private added: readonly string[] = [];
  private selfArming = selfArmingTest();

  constructor(private readonly options: AirlockOptions) {
    this.clock = options.clock ?? Date.now;
    this.program = options.git ?? 'git';
    this.sessions = new OpenSessions({
      data: options.data,
      git: (folder) => this.git(folder),
      onProblem: this.onProblem,
    });
    this.trees = new SessionTrees({
      copies: options.worktrees,
      gitAt: (folder) => this.git(folder),
      folderOf: (sessionId) => this.folderOf(sessionId),
    });
    this.startup = new AirlockStartup({
      data: options.data,
      copies: options.worktrees,
      trees: this.trees,
      commits: this.commits,
      logger: options.logger,
      onProblem: this.onProblem,
      gitAt: (folder) => this.git(folder),
    });
  }

  /**
   * Opens the session in its old place, or creates one for a new session. It never replaces a
   * missing place: an empty one would look as if nothing had been done in it.
   */
  async openSession(
    place: SessionPlace,
    { isNew = true }: { readonly isNew?: boolean } = {},
  ): Promise<Result<SessionAirlock>> {
    if (!isSessionId(place.sessionId)) return fail('invalid-input', 'Not a session id.');
    if (place.base !== undefined && !worksInCopy(place.isolation)) {
      return fail('refused', 'An in-place session works in your files as they are.');
    }
    return attempt(place.project, async () => {
      const folder = this.folderOf(place.sessionId);
      const record = await this.recordOf(place.sessionId);
      if (record?.baseTree) return this.open(await this.trees.settle(record), [], false);
      if (!isNew) await this.assertNothingThere(place.sessionId);
      if (!isNew) throw refuse(GONE);
      if (record !== null) await this.eraseHalfMade(await this.trees.placed(record), folder);
      return this.create(place, folder);
    });
  }

  /** The branches and tags that a copy can start from instead of the user's current files. */
  async bases(project: string): Promise<Result<readonly CopyBase[]>> {
    return attempt(project, async () => listBases(this.git(await realFolder(project))));
  }

  /** The disk space of a session, in bytes. */
  async size(sessionId: SessionId): Promise<Result<number>> {
    return attempt('The session', async () => {
      const own = await measureFolder(this.folderOf(sessionId), { ownBytes: true });
      const tree = await measureFolder(join(this.options.worktrees, sessionId));
      return own.bytes + tree.bytes;
    });
  }

  /** The outcome of a session's changes, from its ledger only; the session need not be open. */
  async score(sessionId: SessionId): Promise<Result<LedgerFacts>> {
    if (!isSessionId(sessionId)) return fail('invalid-input', 'Not a session id.');
    return attempt('The session', async () => {
      const path = join(this.folderOf(sessionId), LEDGER_FILE);
      const file = await ifExists(stat(path));
      if (file === undefined) return factsOf(emptyLedger);
      if (file.size > SCORED_BYTES) throw refuse('The list of its changes is too long to be read.');
      return factsOf(await Ledger.read(path, sessionId));
    });
  }

  /** The changes in a session's ledger, without opening the session; null if it has none. */
  async kept(sessionId: SessionId): Promise<Result<KeptChanges | null>> {
    if (!isSessionId(sessionId)) return fail('invalid-input', 'Not a session id.');
    return attempt('The session', async () => {
      const path = join(this.folderOf(sessionId), LEDGER_FILE);
      const file = await ifExists(stat(path));
      const record = file === undefined ? null : await this.recordOf(sessionId);
      if (file === undefined || record === null) return null;
      if (file.size > SCORED_BYTES) throw refuse('The list of its changes is too long to be read.');
      const { changes } = await Ledger.read(path, sessionId);
      const all = [...changes.values()].map((change) => viewOf(change));
      return { all, projectRoot: record.projectRoot };
    });
  }

  /** Removes a session that was just created and never used. Close it first. */
  async remove(sessionId: SessionId): Promise<Result<void>> {
    if (!isSessionId(sessionId)) return fail('invalid-input', 'Not a session id.');
    return attempt('The session', async () => {
      const record = await this.recordOf(sessionId);
      if (record !== null) await this.erase(await this.trees.placed(record));
    });
  }

  /** Null if there is no record. A record that cannot be parsed is an error instead. */
  private async recordOf(sessionId: SessionId): Promise<SessionRecord | null> {
    const kept = await readSessionRecord(this.folderOf(sessionId));
    if (kept.type === 'none') return null;
    if (kept.type === 'newer') throw refuse(NEWER);
    if (kept.type === 'found' && kept.value.sessionId === sessionId) return kept.value;
    const words = problemOf(kept) ?? 'It belongs to another session.';
    throw refuse(
      `The record of this session’s copy cannot be used: ${join(this.folderOf(sessionId), RECORD_FILE)}. ${words} Nothing was touched. Restore it from a backup.`,
    );
  }

  private async create(place: SessionPlace, folder: string): Promise<SessionAirlock> {
    const project = await realFolder(place.project);
    const git = this.git(project);
    const found = await findRepository(git, project);
    await this.assertApart(found?.root ?? project);
    const { base = null, task } = place;
    const repository = base === null ? found : await repositoryAt(git, found, base);
    const record = await this.describe(place, project, repository);
    await this.assertNothingThere(place.sessionId);
    // Fails if the folder exists, so everything that is removed after a failure was created below.
    await mkdir(folder);
    // Write the record first, so that what a crash leaves unfinished can be found and removed.
    await writeSessionRecord(folder, record);
    try {
      const builder = new WorkspaceBuilder(
        git.with({ signal: task?.signal }),
        record,
        repository,
        folder,
        { base, report: task?.report ?? (() => undefined) },
      );
      const { baseTree, notices } = await builder.prepare(record.carry ?? NOTHING);
      task?.signal.throwIfAborted();
      const ready = { ...record, notCarried: missingIn(notices), baseTree };
      await writeSessionRecord(folder, ready);
      return await this.open(ready, notices, true);
    } catch (error) {
      await this.erase(record);
      const fault = found && !task?.signal.aborted ? await indexFault(found) : null;
      throw fault === null ? error : refuse(fault);
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
      v: isolation === 'sealed' ? 2 : 1,
      sessionId,
      isolation,
      project,
      projectRoot,
      projectInode: ProjectFolder.inodeOf(await stat(projectRoot, { bigint: true })),
      workRoot: worksInCopy(isolation) ? isolated : projectRoot,
      prefix: repository?.prefix ?? '',
      isRepository: repository !== null,
      ownRepository: worksInCopy(isolation) && repository !== null,
      snapshot: null,
      parent: repository?.head ?? null,
      createdAt: this.clock(),
      carry: below(repository?.prefix ?? '', carry),
      baseTree: null,
    };
  }

  private async open(
    record: SessionRecord,
    notices: readonly ChangeNotice[],
    isNew: boolean,
  ): Promise<SessionAirlock> {
    const { baseTree, project, sessionId } = record;
    if (baseTree === null) throw new Error('A session that is not ready cannot be opened.');
    const ready: SessionRecord & { baseTree: ObjectId } = { ...record, baseTree };
    const { locks, commits, clock } = this;
    const { ids } = this.options;
    const folder = this.folderOf(sessionId);
    const selfArming = () => this.currentSelfArming();
    const git = this.git(project);
    const onWritten = async (written: readonly WrittenFile[], store: ObjectStore) =>
      this.sessions.tellOthers(sessionId, written, store);
    const onAccepted = (decisions: OthersDecisions) => this.sessions.passOn(sessionId, decisions);
    const own = { git, folder, record: ready, isNew };
    const { onProblem } = this;
    const told = { onWritten, onAccepted, onProblem };
    const context = { ...own, locks, commits, ids, clock, selfArming, ...told };
    const session = await SessionAirlock.open(context, notices);
    this.sessions.add(sessionId, session);
    if (!isNew && record.isolation === 'in-place') {
      await this.sessions.takeLetters(sessionId, session);
    }
    return session;
  }

  private readonly onProblem: ReportProblem = (problem) => this.options.onProblem?.(problem);

  private currentSelfArming(): SelfArmingTest {
    const added = this.options.selfArming?.() ?? [];
    if (isDeepStrictEqual(added, this.added)) return this.selfArming;
    this.added = added;
    this.selfArming = selfArmingTest(added);
    return this.selfArming;
  }

  /** Removes what a crash during creation left: the session never had a ledger. */
  private async eraseHalfMade(record: SessionRecord, folder: string): Promise<void> {
    if ((await ifExists(lstat(join(folder, LEDGER_FILE)))) !== undefined) {
      throw refuse('The record of this session’s copy is damaged. Nothing was touched.');
    }
    await this.erase(record);
  }

  /**
   * Throws if files exist without a record: they may still be somebody's work, and nothing may
   * replace them.
   */
  private async assertNothingThere(sessionId: SessionId): Promise<void> {
    for (const path of [this.folderOf(sessionId), join(this.options.worktrees, sessionId)]) {
      if ((await ifExists(lstat(path))) === undefined) continue;
      throw refuse(`The record of this session’s copy is missing. Its files are left in ${path}.`);
    }
  }

  private async erase(record: SessionRecord): Promise<void> {
    const { isolation, sessionId } = record;
    const workRoot = join(await realpath(this.options.worktrees), sessionId);
    const isIsolated = worksInCopy(isolation);
    if (isIsolated && record.workRoot !== workRoot)
      throw refuse(`${record.workRoot} does not belong to Airlock.`);
    await this.trees.forget({ sessionId, workRoot, folder: this.folderOf(sessionId) });
    if (isIsolated) await eraseCopy(workRoot);
    await rm(this.folderOf(sessionId), { recursive: true, force: true, maxRetries: 3 });
  }

  /** Throws if the project contains our own folders: it would be copied into itself. */
  private async assertApart(projectRoot: string): Promise<void> {
    await mkdir(this.options.data, { recursive: true });
    await mkdir(this.options.worktrees, { recursive: true });
    for (const own of [this.options.data, this.options.worktrees]) {
      const path = (await realpath(own)) + sep;
      if (path.startsWith(projectRoot + sep) || `${projectRoot}${sep}`.startsWith(path)) {
        const message = 'The project folder and Airlock’s data folder overlap.';
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
  if (path.includes('\0')) {
    const message = `The folder's name contains a zero byte: ${JSON.stringify(path)}`;
    throw new AppException({ code: 'invalid-input', message });
  }
  const status = await ifExists(stat(path));
  if (status === undefined) {
    throw new AppException({ code: 'not-found', message: `There is no folder ${path}.` });
  }
  if (!status.isDirectory()) {
    throw new AppException({ code: 'invalid-input', message: `${path} is not a folder.` });
  }
  return realpath(path);
}

/**
 * Deletes a copy. An agent, or a check that runs its code, may have left files that are hard to
 * remove; on Windows, deleting needs retries instead.
 */
function eraseCopy(folder: string): Promise<void> {
  return process.platform === 'win32'
    ? rm(folder, { recursive: true, force: true, maxRetries: 3 })
    : eraseFolder(folder);
}
