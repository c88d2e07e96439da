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
  /** A folder of our own: one below it per session, with its ledger and its objects. */
  readonly data: string;
  /** A folder of our own: one below it per isolated session, in which its agent works. */
  readonly worktrees: string;
  readonly ids: IdSource;
  readonly logger: Logger;
  readonly clock?: () => number;
  /** The user's additions to the files that can run code. */
  readonly selfArming?: () => readonly string[];
  /** The git program. */
  readonly git?: string;
  /** Told of files of sessions that cannot be read. */
  readonly onProblem?: ReportProblem;
}

export interface SessionPlace {
  readonly sessionId: SessionId;
  /** The user's folder, by an absolute path. */
  readonly project: string;
  readonly isolation: Isolation;
  /** The paths carried over into the agent's tree, below the project's folder. */
  readonly carry?: CarryList;
  /** The full name of the branch or tag that a copy begins from; without it, the user's files as they are. */
  readonly base?: string | undefined;
  /** Told how far the making of a copy is, and asked whether it is still wanted. */
  readonly task?: WorkTask;
}

/** What a session's ledger says about its changes. */
export interface KeptChanges {
  readonly all: readonly ChangeView[];
  /** The user's tree: the repository's root, or the plain folder. */
  readonly projectRoot: string;
}

const GONE =
  'The files of this session are missing. Look for them in the trash (Settings → Storage), or continue in a new session.';

const NOTHING: CarryList = { copy: [], link: [] };

/** Files that could not be carried along. They are named as long as the session lives: the next look knows nothing of them. */
function missingIn(notices: readonly ChangeNotice[]): readonly string[] {
  const missing = notices.filter(({ reason }) => reason === 'not-carried');
  return missing.slice(0, NAMED_FILES).map(({ path }) => path);
}

/** Between agents and the user's files: nothing passes that was not decided. */
export class Airlock {
  private readonly locks = new PathLocks();
  private readonly commits = new Queue();
  private readonly sessions: OpenSessions;
  /** Follows what becomes of trees that are moved to the trash and back. */
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
   * Takes the session's place up again where it was, or sets it up. Not if it had one before: another
   * would look as if nothing had been done in it.
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

  /**
   * The branches and tags that a copy of the project can start from, besides the user's current
   * files.
   */
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

  /** The outcome of a session's changes, from its ledger alone; the session need not be open. */
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

  /** The changes of a session as its ledger has them, without opening it; null if it has none. */
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
    // Fails if it is there: whatever is taken away after a failure was made below.
    await mkdir(folder);
    // Written first: what a crash leaves half made can then be found and taken away.
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

  /** A crash while it was being made left it; it never got as far as having a ledger. */
  private async eraseHalfMade(record: SessionRecord, folder: string): Promise<void> {
    if ((await ifExists(lstat(join(folder, LEDGER_FILE)))) !== undefined) {
      throw refuse('The record of this session’s copy is damaged. Nothing was touched.');
    }
    await this.erase(record);
  }

  /** Files without a record may still be somebody's work: nothing is created in their place. */
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

  /** A project that holds our own folders would be copied into itself. */
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

/** An agent, or a check that runs its code, may have left what is hard to remove. Windows wants patience instead. */
function eraseCopy(folder: string): Promise<void> {
  return process.platform === 'win32'
    ? rm(folder, { recursive: true, force: true, maxRetries: 3 })
    : eraseFolder(folder);
}
