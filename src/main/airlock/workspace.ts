import { copyFile, mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Git } from '#main/git/git';
import type { ObjectId } from '#shared/ids';
import { refuse } from './attempt';
import { type CarryList, carryOver, copyFiles, nestedFiles } from './carry';
import { findConversions } from './git/conversions';
import { GuardedRepository } from './git/guardedRepository';
import type { Repository } from './git/repository';
import { BASE_INDEX, Shadow, WORK_INDEX } from './git/shadow';
import { type Snapshot, takeSnapshot } from './git/snapshot';
import { TreeScanner } from './git/treeScanner';
import { addWorktree, worktreeIndex } from './git/worktree';
import { PROJECT_BYTES, PROJECT_FILES } from './limits';
import type { Notice } from './notice';
import type { SessionRecord } from './sessionRecord';

export interface Prepared {
  readonly snapshot: ObjectId | null;
  readonly baseTree: ObjectId;
  readonly notices: readonly Notice[];
}

const LIMITS = { files: PROJECT_FILES, bytes: PROJECT_BYTES };

/** Sets up the tree that an agent works in, and the index by which it is watched. */
export class WorkspaceBuilder {
  private readonly shadowDirectory: string;

  constructor(
    /** At work in the user's project. */
    private readonly git: Git,
    private readonly record: SessionRecord,
    private readonly repository: Repository | null,
    private readonly folder: string,
  ) {
    this.shadowDirectory = join(folder, 'shadow.git');
  }

  async prepare(carry: CarryList): Promise<Prepared> {
    const prepared = await this.build(carry);
    await copyFile(join(this.shadowDirectory, WORK_INDEX), join(this.shadowDirectory, BASE_INDEX));
    return prepared;
  }

  private build(carry: CarryList): Promise<Prepared> {
    if (this.record.isolation === 'in-place') return this.inPlace();
    return this.repository ? this.worktree(this.repository, carry) : this.copy(carry);
  }

  /** A working tree of the user's own repository. */
  private async worktree(repository: Repository, carry: CarryList): Promise<Prepared> {
    const { workRoot, projectRoot } = this.record;
    const guarded = await guard(this.git, repository, this.folder);
    const index = join(this.folder, 'snapshot.index');
    const snapshot = await takeSnapshot(this.git, guarded, repository, index);
    await addWorktree(this.git, guarded, workRoot, snapshot.commit);
    const conversions = await findConversions(
      this.git,
      repository,
      snapshot.tracked,
      'checked-out',
    );
    const filtered = [...conversions.filtered, ...snapshot.left];
    await copyFiles(projectRoot, workRoot, filtered);
    await this.copyNested(snapshot);
    const carried = await carryOver(projectRoot, workRoot, carry);
    const shadow = await this.shadow(repository, carried.paths);
    const scanner = new TreeScanner(shadow, workRoot);
    const known = [...snapshot.notices, ...carried.notices];
    const fresh = [...filtered, ...conversions.endings, ...snapshot.nested];
    const isAdopted =
      !conversions.all && (await scanner.adopt(await worktreeIndex(this.git, workRoot)));
    if (isAdopted && fresh.length === 0) {
      // It was checked out a moment ago, byte for byte: there is nothing to look at.
      return { snapshot: snapshot.commit, baseTree: snapshot.tree, notices: known };
    }
    if (isAdopted) await scanner.forget(fresh);
    const { baseTree, notices } = await firstLook(scanner);
    return { snapshot: snapshot.commit, baseTree, notices: [...known, ...notices] };
  }

  /** A copy of a folder that git knows nothing about. */
  private async copy(carry: CarryList): Promise<Prepared> {
    const { workRoot, projectRoot } = this.record;
    const shadow = await this.shadow(null, []);
    const source = new TreeScanner(shadow, projectRoot);
    const { baseTree, notices } = await firstLook(source);
    await rm(workRoot, { recursive: true, force: true });
    await mkdir(workRoot, { recursive: true });
    await restoreTree(shadow, workRoot, baseTree, { isTrusted: true });
    const nested = notices.filter(({ reason }) => reason === 'nested-repository');
    const copied = await this.copyFolders(nested.map(({ path }) => path.replace(/\/$/, '')));
    const carried = await carryOver(projectRoot, workRoot, carry);
    await shadow.exclude(carried.paths);
    if (!copied) return { snapshot: null, baseTree, notices: [...notices, ...carried.notices] };
    const again = await firstLook(new TreeScanner(shadow, workRoot));
    const others = notices.filter(({ reason }) => reason !== 'nested-repository');
    return {
      snapshot: null,
      baseTree: again.baseTree,
      notices: [...others, ...carried.notices, ...again.notices],
    };
  }

  /** The user's own tree, watched. */
  private async inPlace(): Promise<Prepared> {
    const { projectRoot } = this.record;
    const shadow = await this.shadow(this.repository, []);
    const scanner = new TreeScanner(shadow, projectRoot);
    if (this.repository) await this.adoptUserIndex(scanner, this.repository);
    const { baseTree, notices } = await firstLook(scanner);
    return { snapshot: null, baseTree, notices };
  }

  /** Spares reading every file, where git's own record of them says how their bytes are. */
  private async adoptUserIndex(scanner: TreeScanner, repository: Repository): Promise<void> {
    const entries = await this.git
      .with({ cwd: repository.root })
      .list(['ls-files', '-z', '--stage']);
    const isNested = (line: string) => line.startsWith('160000');
    const tracked = entries.filter((line) => !isNested(line)).map(pathOf);
    const conversions = await findConversions(this.git, repository, tracked, 'worked-in');
    if (conversions.all || entries.length === 0) return;
    if (!(await scanner.adopt(repository.index))) return;
    await scanner.forget([
      ...conversions.filtered,
      ...conversions.endings,
      ...entries.filter(isNested).map(pathOf),
    ]);
    await scanner.lookAtEverything();
  }

  private async copyNested({ nested }: Snapshot): Promise<void> {
    await this.copyFolders(nested);
  }

  /** As plain files: what an agent does to their history is none of the user's. */
  private async copyFolders(folders: readonly string[]): Promise<boolean> {
    const { projectRoot, workRoot } = this.record;
    for (const folder of folders) {
      const files = await nestedFiles(this.git, projectRoot, folder);
      await copyFiles(projectRoot, workRoot, files);
    }
    return folders.length > 0;
  }

  private shadow(repository: Repository | null, carried: readonly string[]): Promise<Shadow> {
    const { isolation, workRoot, projectRoot } = this.record;
    const isInPlace = isolation === 'in-place';
    const root = isInPlace ? projectRoot : dirname(workRoot);
    const places = isInPlace ? (repository ? [repository.commonDirectory] : []) : [root];
    return Shadow.create(this.git, this.shadowDirectory, repository, carried, { root, places });
  }
}

/** The user's repository as we work in it; made anew each time, since it is small. */
export function guard(
  git: Git,
  repository: Repository,
  folder: string,
): Promise<GuardedRepository> {
  return GuardedRepository.create(git, repository, join(folder, 'guarded.git'));
}

/** Writes out a tree that the shadow repository holds, into a folder that is empty or outdated. */
export async function restoreTree(
  shadow: Shadow,
  workRoot: string,
  tree: ObjectId,
  /** Whether the files are known to be what the tree says; otherwise the next look reads them all. */
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
): Promise<{ baseTree: ObjectId; notices: readonly Notice[] }> {
  const notices = await scanner.absorbAll(LIMITS);
  if (notices === null) {
    throw refuse(
      'The folder is too large to be watched. List what to leave out in a .gitignore file.',
    );
  }
  return { baseTree: await scanner.tree(), notices };
}

function pathOf(line: string): string {
  return line.slice(line.indexOf('\t') + 1);
}
