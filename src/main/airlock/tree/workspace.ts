import { copyFile, mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { HISTORY_OBJECTS, History } from '#main/airlock/copy/history';
import { refuse } from '#main/airlock/disk/attempt';
import { type CarryList, carryOver, copyFiles, nestedFiles } from '#main/airlock/disk/carry';
import { TreeScanner } from '#main/airlock/find/treeScanner';
import { PROJECT_BYTES, PROJECT_FILES } from '#main/airlock/limits';
import type { SessionRecord } from '#main/airlock/sessionRecord';
import type { WorkTask } from '#main/base/longWorks';
import type { Git } from '#main/git/git';
import type { ObjectId } from '#shared/ids';
import type { ChangeNotice } from '#shared/ipc/changes';
import { probeFileSystem } from './fileSystemProbe';
import { GuardedRepository } from './guardedRepository';
import type { Repository } from './repository';
import { BASE_INDEX, SHADOW_FOLDER, Shadow, type ShadowPlan, WORK_INDEX } from './shadow';
import { committed, copyIndex, type SnapshotPlan, takeSnapshot } from './snapshot';
import { TREE_SETTINGS } from './treeSettings';
import { adoptUserIndex } from './userIndex';
import { UserSettings } from './userSettings';

export interface Prepared {
  readonly baseTree: ObjectId;
  readonly notices: readonly ChangeNotice[];
}

/** A request for a copy, with a listener for its progress. */
export interface CopyWish {
  /** The branch or tag that it starts from; null for the user's current files. */
  readonly base: string | null;
  readonly report: WorkTask['report'];
}

const LIMITS = { files: PROJECT_FILES, bytes: PROJECT_BYTES };

/** Sets up the tree that an agent works in, and the index with which it is watched. */
export class WorkspaceBuilder {
  private readonly shadowDirectory: string;

  constructor(
    /** Git for the user's project. */
    private readonly git: Git,
    private readonly record: SessionRecord,
    private readonly repository: Repository | null,
    private readonly folder: string,
    private readonly wish: CopyWish,
  ) {
    this.shadowDirectory = join(folder, SHADOW_FOLDER);
  }

  async prepare(carry: CarryList): Promise<Prepared> {
    const prepared = await this.build(carry);
    await copyFile(join(this.shadowDirectory, WORK_INDEX), join(this.shadowDirectory, BASE_INDEX));
    return prepared;
  }

  private build(carry: CarryList): Promise<Prepared> {
    if (this.record.isolation === 'in-place') return this.inPlace();
    return this.repository ? this.repositoryCopy(this.repository, carry) : this.copy(carry);
  }

  /** Creates a copy with its own repository, which has the user's history. */
  private async repositoryCopy(repository: Repository, carry: CarryList): Promise<Prepared> {
    const settings = await UserSettings.read(this.git, repository.root);
    const facts = await this.fileSystem();
    const { base } = this.wish;
    const history = await History.create(this.git, this.folder, {
      repository,
      settings,
      facts,
      base,
    });
    const index = join(this.folder, 'snapshot.index');
    const own = history.git(repository.root, index, userTreeSettings(settings));
    const plan = { user: this.git, own, index, repository, settings };
    if (base === null) await copyIndex(plan);
    // From now on, nothing new in the user's repository is needed.
    return together(this.fill(plan, history, facts, carry), history.own('only-links'));
  }

  private async fill(
    plan: SnapshotPlan,
    history: History,
    facts: readonly string[] | null,
    carry: CarryList,
  ): Promise<Prepared> {
    const { workRoot, projectRoot } = this.record;
    const { repository, settings } = plan;
    const { base, report } = this.wish;
    report('Reading your files');
    const snapshot = base === null ? await takeSnapshot(plan) : committed(repository);
    const { conversions } = snapshot;
    report('Writing the copy');
    await history.checkOut(workRoot, snapshot.tree, (done, total) =>
      report('Writing the copy', done, total),
    );
    const filtered = [...conversions.filtered, ...snapshot.left];
    await copyFiles(projectRoot, workRoot, filtered);
    await this.copyFolders(snapshot.nested);
    const carried = await carryOver(projectRoot, workRoot, carry, this.git.signal, report);
    const excludes = carried.paths;
    const leansOn = HISTORY_OBJECTS;
    const shadow = await this.shadow({ repository, settings, facts, excludes, leansOn });
    const scanner = new TreeScanner(shadow, workRoot);
    const isAdopted = !conversions.all;
    if (isAdopted) await scanner.adoptOwn(history.indexOf(workRoot));
    await history.stage(workRoot, repository, snapshot);
    const known = [...snapshot.notices, ...carried.notices];
    const fresh = [...filtered, ...conversions.endings, ...snapshot.nested];
    if (isAdopted && fresh.length === 0) {
      // The tree was checked out just now byte for byte, so there is nothing to check.
      return { baseTree: snapshot.tree, notices: known };
    }
    if (isAdopted) await scanner.forget(fresh);
    const { baseTree, notices } = await firstLook(scanner);
    return { baseTree, notices: [...known, ...notices] };
  }

  /** Creates a copy of a folder without a repository. */
  private async copy(carry: CarryList): Promise<Prepared> {
    const { workRoot, projectRoot } = this.record;
    const settings = await UserSettings.read(this.git);
    const facts = await this.fileSystem();
    const plan = { repository: null, settings, facts, excludes: [], leansOn: null };
    const shadow = await this.shadow(plan);
    const source = new TreeScanner(shadow, projectRoot);
    const { report } = this.wish;
    report('Reading your files');
    const { baseTree, notices } = await firstLook(source);
    report('Writing the copy');
    await rm(workRoot, { recursive: true, force: true });
    await mkdir(workRoot, { recursive: true });
    await restoreTree(shadow, workRoot, baseTree, { isTrusted: true });
    const nested = notices.filter(({ reason }) => reason === 'nested-repository');
    const others = notices
      .filter((notice) => !nested.includes(notice))
      .map(({ path }): ChangeNotice => ({ path, reason: 'not-carried' }));
    const copied = await this.copyFolders(nested.map(({ path }) => path.replace(/\/$/, '')));
    const carried = await carryOver(projectRoot, workRoot, carry, this.git.signal, report);
    await shadow.exclude(carried.paths);
    if (!copied) return { baseTree, notices: [...nested, ...others, ...carried.notices] };
    const again = await firstLook(new TreeScanner(shadow, workRoot));
    return {
      baseTree: again.baseTree,
      notices: [...others, ...carried.notices, ...again.notices],
    };
  }

  /** Sets up the user's own tree, which is watched. */
  private async inPlace(): Promise<Prepared> {
    const { projectRoot } = this.record;
    const { repository } = this;
    const settings = await UserSettings.read(this.git, repository?.root);
    const facts = await this.fileSystem();
    const leansOn = repository?.objects ?? null;
    const shadow = await this.shadow({ repository, settings, facts, excludes: [], leansOn });
    const scanner = new TreeScanner(shadow, projectRoot);
    if (repository) await adoptUserIndex(this.git, scanner, repository, settings);
    const { baseTree, notices } = await firstLook(scanner);
    return { baseTree, notices };
  }

  /** Copies repositories as plain files: their history in the copy does not affect the user. */
  private async copyFolders(folders: readonly string[]): Promise<boolean> {
    const { projectRoot, workRoot } = this.record;
    for (const folder of folders) {
      const files = await nestedFiles(this.git, projectRoot, folder);
      await copyFiles(projectRoot, workRoot, files);
    }
    return folders.length > 0;
  }

  private shadow(plan: ShadowPlan): Promise<Shadow> {
    return Shadow.create(this.git, this.shadowDirectory, plan);
  }

  /** The facts about the scanned folder, or about one on the same file system. */
  private fileSystem(): Promise<readonly string[] | null> {
    const { isolation, workRoot, projectRoot } = this.record;
    if (isolation !== 'in-place') {
      const root = dirname(workRoot);
      return probeFileSystem(root, [this.folder, root]);
    }
    const places = this.repository ? [this.repository.commonDirectory] : [];
    return probeFileSystem(projectRoot, [this.folder, ...places]);
  }
}

/**
 * Rejects with the first promise's error only after the second has ended, so that nobody writes
 * while files are removed.
 */
async function together<T>(main: Promise<T>, beside: Promise<void>): Promise<T> {
  const [first, second] = await Promise.allSettled([main, beside]);
  if (first.status === 'rejected') throw first.reason;
  if (second.status === 'rejected') throw second.reason;
  return first.value;
}

/** The settings with which the user's git adapts to the user's file system. */
function userTreeSettings(settings: UserSettings): Readonly<Record<string, string>> {
  const names = TREE_SETTINGS.map((name) => `core.${name}`);
  return Object.fromEntries(names.flatMap((name) => [[name, settings.get(name)]]).filter(isGiven));
}

function isGiven(setting: readonly (string | undefined)[]): setting is [string, string] {
  return setting[1] !== undefined;
}

/** The user's repository as we read it. It is created each time, because it is small. */
export function guard(
  git: Git,
  repository: Repository,
  folder: string,
): Promise<GuardedRepository> {
  return GuardedRepository.create(git, repository, join(folder, 'guarded.git'));
}

/** Writes a tree from the shadow repository to a folder that is empty or outdated. */
export async function restoreTree(
  shadow: Shadow,
  workRoot: string,
  tree: ObjectId,
  /** Whether the files are known to equal the tree; otherwise the next look reads them all. */
  { isTrusted }: { readonly isTrusted: boolean },
): Promise<void> {
  const git = shadow.git(workRoot);
  if (!isTrusted) await shadow.trees.check(tree);
  await git.run(['read-tree', tree]);
  const marks = isTrusted ? ['--index'] : [];
  await git.run(['checkout-index', '--all', '--force', ...marks, '--quiet']);
}

async function firstLook(
  scanner: TreeScanner,
): Promise<{ baseTree: ObjectId; notices: readonly ChangeNotice[] }> {
  const notices = await scanner.absorbAll(LIMITS);
  if (notices === null) {
    throw refuse(
      'The folder is too large to watch. Exclude what is not needed in a .gitignore file.',
    );
  }
  return { baseTree: await scanner.tree(), notices };
}
