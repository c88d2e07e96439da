import { isDeepStrictEqual } from 'node:util';
import { refuse } from '#main/airlock/disk/attempt';
import type { ProjectFolder } from '#main/airlock/disk/projectFolder';
import type { WrittenFile } from '#main/airlock/find/othersWrites';
import type { ObjectStore } from '#main/airlock/objects/objectStore';
import type { ReportProblem } from '#main/base/files/keptFile';
import type { Git } from '#main/git/git';
import type { GuardedChange, GuardedPlace, RestoredFile } from '#shared/airlock/guardedChange';
import type { SelfArmingTest } from '#shared/airlock/selfArming';
import type { AppException } from '#shared/errors';
import type { ObjectId } from '#shared/ids';
import { GUARDED_FILES, USER_FILES, YOUNG_MILLISECONDS } from '../limits';
import { filesOf, GitFacts, isTold, type RepositoryFacts, type Told } from './gitFacts';
import { GuardComparison } from './guardComparison';
import { GuardedDisk } from './guardedDisk';
import { type GuardedFile, guardedId } from './guardedFile';
import { GuardedLists, type GuardedScope, NO_SCOPE, type Unreviewed } from './guardedLists';
import { type AssertVersion, type GuardedContents, GuardedVersions } from './guardedVersions';
import { GuardRecords } from './guardRecords';
import { type GuardedRecord, GuardStore, markOf, type ReplacedFile } from './guardStore';
import { armedAmong, listIgnored, type WrittenIgnored, writtenSince } from './ignoredFiles';
import { RestoringFiles } from './restoringFiles';
import type { UserFiles } from './userFiles';

/** The facts about guarded files that the review shows. */
export type GuardedView = Pick<
  Guard,
  'changes' | 'restored' | 'ignored' | 'isComplete' | 'fault' | 'unfinished' | 'damage'
>;

export interface GuardParts {
  /** The session's own folder. */
  readonly folder: string;
  readonly workRoot: string;
  /** The root of the user's own tree. */
  readonly project: ProjectFolder;
  readonly isInPlace: boolean;
  /** Whether the agent's copy has its own git folder. */
  readonly hasOwnRepository: boolean;
  /** Null if the project is not in a repository. */
  findRepository(): Promise<RepositoryFacts | null>;
  /** Git that reads the agent's tree through our own repository. */
  readonly git: Git;
  /** The user's own files, if an agent that works in a copy could write to them; otherwise null. */
  readonly userFiles: UserFiles | null;
  readonly clock: () => number;
  readonly onProblem: ReportProblem;
  selfArming(): SelfArmingTest;
}

/** The file existed before, but its content is unknown. */
const UNKNOWN = { hash: 'unknown', mode: '100644', kept: false } as const;

const TOUCHED = 'It changed while the agent worked: by the agent, by you or by another program.';

/**
 * Watches the files that no review of a tree shows: git's own files, files named in its
 * configuration, staged versions that are not in the tree, ignored files that can run code, names
 * that git refuses, and the user's own files while an agent works in a copy. Their state when a
 * turn begins counts as the user's, except for earlier changes that are not decided yet.
 */
export class Guard {
  private readonly records = new GuardRecords();
  /** The files that were restored since the last turn began. */
  private readonly replaced = new Map<string, ReplacedFile>();
  private readonly store: GuardStore;
  private readonly disk: GuardedDisk;
  private readonly facts: GitFacts;
  private readonly comparison: GuardComparison;
  private readonly lists: GuardedLists;
  private scope: GuardedScope = NO_SCOPE;
  private readonly versions: GuardedVersions;
  private since: number | null = null;
  private place: Promise<RepositoryFacts | null> | undefined;
  private found: readonly GuardedChange[] = [];
  private lastIgnored: Omit<WrittenIgnored, 'armed'> | null = null;
  /** Files that were ignored when the turn began. */
  private ignoredBefore: readonly string[] = [];
  private hasTooMany = false;
  /** The user's own files when the turn began; null if they are not compared. */
  private userTree: ObjectId | null = null;
  /** Why these files could not be examined the last time; null if they could. */
  fault: string | null = null;
  /** Why an interrupted restore may have left a file half written; null as a rule. */
  unfinished: string | null = null;
  /** Why earlier changes are unknown; null as a rule. */
  damage: string | null = null;

  constructor(private readonly parts: GuardParts) {
    const { git, workRoot, isInPlace, hasOwnRepository } = parts;
    const repository = () => this.repository();
    this.store = new GuardStore(parts.folder);
    const restoring = new RestoringFiles(parts.folder, parts.onProblem);
    this.disk = new GuardedDisk((place) => this.rootOf(place), restoring);
    this.facts = new GitFacts(repository);
    const told = () => this.told();
    this.versions = new GuardedVersions({
      store: this.store,
      disk: this.disk,
      facts: this.facts,
      told,
    });
    this.comparison = new GuardComparison(this.disk, this.facts);
    this.lists = new GuardedLists({ git, workRoot, isInPlace, hasOwnRepository, repository });
  }

  static async open(parts: GuardParts): Promise<Guard> {
    const guard = new Guard(parts);
    const { state, damage } = await guard.store.load();
    guard.damage = damage;
    guard.scope = state.scope;
    for (const record of state.files) guard.records.put(record);
    for (const one of state.replaced) guard.replaced.set(guardedId(one.record), one);
    await guard.recover();
    await guard.noting(() => guard.compareOpen(), undefined);
    // The app ended during a turn: changes after the last look still have to be found.
    guard.since = state.since;
    guard.userTree = state.userTree;
    if (state.since !== null) await guard.end({ refused: [], nested: state.scope.nested });
    return guard;
  }

  get changes(): readonly GuardedChange[] {
    return this.found;
  }

  /** Files that were restored since the last turn began, whose restore can be undone. */
  get restored(): readonly RestoredFile[] {
    return [...this.replaced.values()].map(({ record }) => {
      const { place, path } = record;
      return { id: guardedId(record), place, path };
    });
  }

  /** Other ignored files that were written during the last turn; null if they were not checked. */
  get ignored(): Omit<WrittenIgnored, 'armed'> | null {
    return this.lastIgnored;
  }

  /** False if there are more files than are compared. */
  get isComplete(): boolean {
    return this.lists.isComplete && !this.hasTooMany;
  }

  /**
   * Called when a turn begins: everything that differs from now on was written while an agent
   * worked.
   */
  async begin(unreviewed: Unreviewed): Promise<void> {
    await this.noting(() => this.start(unreviewed), undefined);
  }

  /** Checks the files during a turn; costs a few file system calls. True if something is new. */
  async check(unreviewed: Unreviewed): Promise<boolean> {
    const { unfinished } = this;
    if (unfinished !== null) await this.recover();
    const isNews = await this.noting(async () => {
      if (this.since === null) return this.checkSeen();
      return this.look(await this.lists.list(unreviewed, this.scope));
    }, false);
    return isNews || unfinished !== this.unfinished;
  }

  /** Called when a turn has ended: also checks ignored files. True if something is new. */
  end(unreviewed: Unreviewed): Promise<boolean> {
    return this.noting(() => this.finish(unreviewed), false);
  }

  /**
   * Restores the file's state from when the turn began. Its present content can be brought back.
   */
  async restore(id: string): Promise<void> {
    await this.parts.project.assertThere();
    const record = this.records.open(id);
    const listed = this.listed(id);
    if (markOf(await this.versions.current(record)) !== listed) throw await this.movedOn(record);
    const now = await this.versions.put(record, record.before, this.asListed(record, listed));
    this.replaced.set(id, { record, now });
    await this.settle(id);
  }

  /** Undoes `restore`: the change has to be decided again. */
  async undo(id: string): Promise<void> {
    await this.parts.project.assertThere();
    const replaced = this.replaced.get(id);
    if (!replaced) throw refuse('This can no longer be undone: a turn has begun since.');
    const { record, now } = replaced;
    const present = await this.versions.current(record);
    const { before } = record;
    if (present?.hash !== before?.hash || (before && present?.mode !== before.mode)) {
      throw refuse(`${record.path} has changed since it was restored, and is left as it is.`);
    }
    await this.versions.put(record, now, this.asListed(record, markOf(present)));
    this.replaced.delete(id);
    this.records.put({ ...record, isOpen: true });
    await this.compareOpen();
    await this.save();
  }

  /** Keeps the current version, which is the user's from now on. */
  async keep(id: string): Promise<void> {
    const record = this.records.open(id);
    const listed = this.listed(id);
    const taken = await this.versions.take(record, await this.told());
    if (markOf(taken) !== listed) throw await this.movedOn(record);
    this.records.begin(record, taken);
    await this.settle(id);
  }

  /**
   * I13: throws if a version differs from the ones that the user was shown, in `seen`: only listed
   * versions can be decided on.
   */
  async assertListed(seen: Readonly<Record<string, string | null>>): Promise<void> {
    for (const [id, now] of Object.entries(seen)) {
      if (now !== this.listed(id)) throw await this.movedOn(this.records.open(id));
    }
  }

  private listed(id: string): string | null {
    return this.found.find((change) => change.id === id)?.now ?? null;
  }

  /** I13: checks once more against the version that is about to be replaced. */
  private asListed(record: GuardedFile, listed: string | null): AssertVersion {
    return async (present) => {
      if (markOf(present) !== listed) throw await this.movedOn(record);
    };
  }

  /**
   * The error for a file that has changed: the user, or a program that the agent left running, may
   * have written to it.
   */
  private async movedOn({ path }: GuardedFile): Promise<AppException> {
    await this.compareOpen();
    return refuse(`${path} has changed since it was listed. Check it again.`);
  }

  /** Called when decisions were written: their results in the user's own files are the user's. */
  async noteWritten(written: readonly WrittenFile[], store: ObjectStore): Promise<void> {
    const paths = this.parts.userFiles?.note(written, store) ?? [];
    const wereKnown = paths.map((path) => this.records.delete({ place: 'user', path }));
    if (!wereKnown.includes(true)) return;
    await this.noting(() => this.compareOpen(), undefined);
    await this.save();
  }

  /** Accepts branches that the user moved by a commit in the app. */
  async keepRefs(): Promise<void> {
    const told = await this.told();
    for (const file of filesOf(told)) {
      const id = guardedId(file);
      if (file.place !== 'ref' || this.found.some((change) => change.id === id)) continue;
      this.records.begin(file, await this.versions.take(file, told));
    }
  }

  /** A file's state when the turn began, and its state now. */
  async contents(id: string): Promise<GuardedContents> {
    return this.versions.contents(this.records.open(id));
  }

  /**
   * Finishes interrupted restores. A remaining failure is reported until it is resolved, whatever
   * else succeeds.
   */
  private async recover(): Promise<void> {
    try {
      const faults = await this.disk.recover(() => this.parts.project.assertThere());
      this.unfinished = faults.length === 0 ? null : faults.join(' ');
    } catch (error) {
      this.unfinished = error instanceof Error ? error.message : String(error);
    }
  }

  private async noting<T>(task: () => Promise<T>, otherwise: T): Promise<T> {
    try {
      await this.parts.project.assertThere();
      const result = await task();
      this.fault = null;
      return result;
    } catch (error) {
      this.fault = error instanceof Error ? error.message : String(error);
      return otherwise;
    }
  }

  private async start(unreviewed: Unreviewed): Promise<void> {
    if (this.unfinished !== null) {
      await this.disk.forgetUnread();
      await this.recover();
    }
    this.hasTooMany = false;
    this.replaced.clear();
    const userTree = this.parts.userFiles?.begin() ?? null;
    // Runs in parallel because it takes longest; its failure is reported when it is awaited.
    userTree?.catch(() => undefined);
    // Files that somebody has restored in the meantime need no decision any more.
    await this.compareOpen();
    const told = await this.told();
    const ignored = await listIgnored(this.parts.git);
    this.ignoredBefore = ignored;
    this.scope = await this.lists.scope(unreviewed, ignored);
    const files = [
      ...(await this.lists.list(unreviewed, this.scope)),
      ...(await this.lists.inner()),
      ...(await armedAmong(ignored, this.parts.workRoot, this.parts.selfArming())),
      ...filesOf(told),
    ];
    this.records.deleteSettled();
    this.versions.beginCount();
    for (const file of this.bounded(files)) {
      if (this.records.has(file)) continue;
      this.records.begin(file, await this.versions.take(file, told));
    }
    this.since = this.parts.clock() - YOUNG_MILLISECONDS;
    this.userTree = null;
    await this.save();
    this.userTree = await userTree;
    if (this.userTree !== null) await this.save();
  }

  private async finish(unreviewed: Unreviewed): Promise<boolean> {
    const { since } = this;
    if (since === null) return false;
    const { workRoot, git } = this.parts;
    // In place, a file that is no longer ignored is not in a review of this turn either.
    const ignored = [...new Set([...this.ignoredBefore, ...(await listIgnored(git))])];
    const armed = await armedAmong(ignored, workRoot, this.parts.selfArming());
    const { armed: deep, ...written } = await writtenSince(ignored, workRoot, since);
    for (const { isNew, ...file } of deep) {
      if (this.records.has(file) || isNew) continue;
      this.records.begin(file, UNKNOWN);
    }
    const files = [
      ...(await this.lists.list(unreviewed, this.scope)),
      ...(await this.lists.inner()),
      ...armed,
      ...deep.map(({ place, path, reason }) => ({ place, path, reason })),
    ];
    // This comes before asking git: git may refuse to answer, which must not hide the rest.
    const isNews = await this.look(files);
    this.since = null;
    const told = await this.told();
    await this.noteTouched();
    const hasMoved = await this.look([...files, ...filesOf(told)], told);
    const wasWritten = this.lastIgnored?.count ?? 0;
    this.lastIgnored = withoutGuarded(written, this.records.all);
    await this.save();
    return isNews || hasMoved || wasWritten !== this.lastIgnored.count;
  }

  /** Records the user's files that were touched; files that are listed already stay unchanged. */
  private async noteTouched(): Promise<void> {
    const { userFiles } = this.parts;
    if (userFiles === null || this.userTree === null) return;
    const touched = await userFiles.touchedSince(this.userTree);
    if (touched.length > USER_FILES) this.hasTooMany = true;
    for (const { path, mode, before } of touched.slice(0, USER_FILES)) {
      const file = { place: 'user', path, reason: TOUCHED } as const;
      const isNamed = this.records.has({ place: 'project', path });
      if (isNamed || this.records.has(file)) continue;
      this.records.begin(file, before && (await this.versions.keep(before.bytes, mode)));
    }
  }

  private async settle(id: string): Promise<void> {
    this.records.settle(id);
    await this.compareOpen();
    await this.save();
  }

  /**
   * Checks again whether staged versions equal the user's own files, which may no longer be true
   * after a rejection.
   */
  private async checkSeen(): Promise<boolean> {
    if (!this.records.all.some(({ isSeen }) => isSeen === true)) return false;
    const before = this.found.length;
    await this.compareOpen();
    if (this.found.length === before) return false;
    await this.save();
    return true;
  }

  private async compareOpen(): Promise<void> {
    const open = this.records.differing;
    const compared = await this.comparison.of(
      open,
      open.some(isTold) ? await this.told() : null,
      this.found,
    );
    this.found = compared.found;
    this.records.note(open, compared);
  }

  /** Compares the files. If git was not asked, its earlier answer still counts. */
  private async look(listed: readonly GuardedFile[], told: Told | null = null): Promise<boolean> {
    for (const file of this.bounded(listed)) {
      if (!this.records.has(file)) this.records.begin(file, file.isClosed ? UNKNOWN : null);
    }
    const before = this.found;
    const records = this.records.all;
    const compared = await this.comparison.of(records, told, before);
    this.found = compared.found;
    const isNews = this.records.note(records, compared) || !isDeepStrictEqual(before, this.found);
    if (isNews) await this.save();
    return isNews;
  }

  private repository(): Promise<RepositoryFacts | null> {
    this.place ??= this.parts.findRepository();
    return this.place;
  }

  private async rootOf(place: GuardedPlace): Promise<string> {
    if (place === 'user') return this.parts.project.path;
    const repository = place === 'work' ? null : await this.repository();
    const root = place === 'project' ? repository?.root : repository?.folder;
    return root ?? this.parts.workRoot;
  }

  private async told(): Promise<Told> {
    // The others were as in the last commit, and git reports it if they no longer are.
    const known = this.records.all;
    const staged = known.filter(({ place, before }) => place === 'staged' && before !== null);
    const refs = known.filter(({ place }) => place === 'ref');
    const told = await this.facts.read(staged.map(pathOf), new Set(refs.map(pathOf)));
    if (!told.isComplete) this.hasTooMany = true;
    return told;
  }

  private bounded(files: readonly GuardedFile[]): readonly GuardedFile[] {
    if (files.length > GUARDED_FILES) this.hasTooMany = true;
    return files.slice(0, GUARDED_FILES);
  }

  private save(): Promise<void> {
    return this.store.save({
      since: this.since,
      files: this.records.all,
      replaced: [...this.replaced.values()],
      scope: this.scope,
      userTree: this.userTree,
    });
  }
}

function pathOf({ path }: GuardedFile): string {
  return path;
}

/** Leaves out files whose content is compared: each is shown separately, or is unchanged. */
function withoutGuarded(
  written: Omit<WrittenIgnored, 'armed'>,
  records: readonly GuardedRecord[],
): Omit<WrittenIgnored, 'armed'> {
  const compared = new Set(records.filter(({ place }) => place === 'work').map(pathOf));
  const paths = written.paths.filter((path) => !compared.has(path));
  return { ...written, paths, count: written.count - (written.paths.length - paths.length) };
}
