import { copyFile, lstat, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { ifExists } from '#main/base/ifExists';
import { type Git, joinZeros, splitZeros } from '#main/git/git';
import { AppException } from '#shared/errors';
import type { ObjectId } from '#shared/ids';
import { attempt } from '../attempt';
import { FILES_AT_ONCE, MAPPED_BYTES, RENAME_LIMIT } from '../limits';
import { mapLimited } from '../mapLimited';
import type { Notice } from '../notice';
import { type Candidate, CandidateFinder, type Candidates } from './candidates';
import { type IndexEntry, indexLine } from './indexLine';
import { type Shadow, UNSEEN_FILE, WORK_INDEX } from './shadow';
import { readStable } from './stableFile';
import { parseDifferences, type TreeDifference } from './treeDifference';
import { UnseenFiles } from './unseenFiles';

/** What git says of a name that it does not take. */
const REFUSED = /unable to update /;

export interface AbsorbLimits {
  readonly files: number;
  readonly bytes: number;
}

/**
 * Keeps an index of what a working tree held when it was last looked at. Looking again costs about
 * as much as `git status`, and only files that changed since are read. One look at a time: a lock
 * that stands in the way was left by a git that died.
 */
export class TreeScanner {
  private readonly git: Git;
  private readonly finder: CandidateFinder;
  private readonly index: string;
  private readonly unseen: UnseenFiles;
  /** What the last look could not take in. */
  private refused: readonly Notice[] = [];
  /** Of the files that were read so far, each time they were. */
  takenBytes = 0;
  /** The tree of the index as it is; null when that must be asked. */
  private current: ObjectId | null = null;

  constructor(
    private readonly shadow: Shadow,
    readonly workTree: string,
  ) {
    this.git = shadow.git(workTree);
    this.finder = new CandidateFinder(this.git, workTree);
    this.index = join(shadow.directory, WORK_INDEX);
    this.unseen = new UnseenFiles(this.git, workTree, join(shadow.directory, UNSEEN_FILE));
  }

  /** Takes over what somebody else's git already knows of the same working tree. */
  async adopt(index: string): Promise<boolean> {
    await copyFile(index, this.index);
    // Git distrusts entries as young as the index; it must not take the copy for a younger one.
    const { mtimeMs } = await stat(index);
    await utimes(this.index, mtimeMs / 1000, Math.floor(mtimeMs) / 1000);
    this.current = null;
    const isReadable = (await this.git.maybe(['ls-files', '--unmerged'])) !== null;
    if (!isReadable) await rm(this.index);
    return isReadable;
  }

  /** Forgets these paths, so that they are read afresh. */
  forget(paths: readonly string[]): Promise<void> {
    return this.update(['--force-remove'], paths);
  }

  /** Marks by which users keep git from looking at a file; the airlock looks. */
  async lookAtEverything(): Promise<void> {
    const lines = await this.git.list(['ls-files', '-v', '-z']);
    const unseen = lines.filter((line) => /^[a-z] /.test(line)).map((line) => line.slice(2));
    await this.update(['--no-assume-unchanged'], unseen);
    // What is skipped and not there is outside of a sparse checkout, and not deleted.
    const skipped = lines.filter((line) => /^s /i.test(line)).map((line) => line.slice(2));
    const present = await mapLimited(FILES_AT_ONCE, skipped, async (path) =>
      (await ifExists(lstat(join(this.workTree, path)))) === undefined ? null : path,
    );
    await this.update(
      ['--no-skip-worktree'],
      present.filter((path) => path !== null),
    );
  }

  /**
   * Brings the index up to date. While a turn runs, what was there before it and had not been read is
   * not taken in: there is nothing to compare it with.
   */
  async absorb({ inTurn }: { readonly inTurn: boolean }): Promise<readonly Notice[]> {
    const isUnseen = inTurn ? await this.unseen.test() : undefined;
    this.refused = await this.take(await this.finder.find(false, isUnseen), false);
    return [...this.refused, ...(await this.unseen.changes({ looks: inTurn }))];
  }

  /** A turn is about to begin; all that can be seen has been taken in. */
  noteUnseen(): Promise<void> {
    return this.unseen.note(this.refused.map(({ path }) => path));
  }

  /** The first time, when all there is counts as given. Null: it is more than the limits allow. */
  async absorbAll(limits: AbsorbLimits): Promise<readonly Notice[] | null> {
    const candidates = await this.finder.find(true);
    return exceeds(candidates.present, limits) ? null : this.take(candidates, true);
  }

  /** Makes an index that git cannot read anew, as this tree; then every file is read again. */
  async mend(tree: ObjectId): Promise<void> {
    if ((await this.git.maybe(['ls-files', '--unmerged'])) !== null) return;
    await rm(this.index, { recursive: true, force: true });
    this.current = null;
    await this.shadow.trees.check(tree);
    await this.git.run(['read-tree', tree]);
    this.finder.forgetOwn();
  }

  /** Brings the index back to a tree that it had been looked at with; the marks of files stay. */
  async reset(tree: ObjectId): Promise<void> {
    if ((await this.tree()) === tree) return;
    this.current = null;
    await this.shadow.unlock(WORK_INDEX);
    await this.shadow.trees.check(tree);
    await this.git.run(['read-tree', '--reset', tree]);
    this.finder.forgetOwn();
  }

  /** Takes it that these files are so now. */
  async note(entries: readonly IndexEntry[]): Promise<void> {
    await this.enter(entries);
  }

  /** The tree that the index stands for. */
  async tree(): Promise<ObjectId> {
    if (this.current === null) {
      await this.shadow.unlock(WORK_INDEX);
      this.current = (await this.git.text(['write-tree', '--missing-ok'])) as ObjectId;
    }
    return this.current;
  }

  async compare(
    base: ObjectId,
    tree: ObjectId,
    { findsMoves = true } = {},
  ): Promise<readonly TreeDifference[]> {
    if (base === tree) return [];
    // With the folders, since they are what is checked.
    const command = ['diff-tree', '-r', '-t', '-z', '--raw'];
    const moves = findsMoves ? ['-M', `-l${RENAME_LIMIT}`] : ['--no-renames'];
    const found = await attempt('The files', () =>
      this.git.run([...command, ...moves, base, tree]),
    );
    // To find moves git reads the files, and gives up over one that is gone from the store.
    const { output } = found.ok
      ? found.value
      : await this.git.run([...command, '--no-renames', base, tree]);
    const differences = parseDifferences(splitZeros(output));
    return this.shadow.trees.confirmed(base, tree, differences);
  }

  /** Whatever cannot be taken is told of and left out; the rest is taken. */
  private async take({ present, gone, distrusted, notices }: Candidates, trustsSizes: boolean) {
    await this.forget([...gone, ...distrusted]);
    this.takenBytes += bytesOf(present);
    const isGits = ({ status }: Candidate) =>
      trustsSizes || status === undefined || !status.isFile() || status.size <= MAPPED_BYTES;
    const [gits, ours] = [present.filter(isGits), present.filter((file) => !isGits(file))];
    const isTaken = await this.takeByGit(gits);
    const left = isTaken ? ours : present;
    return [...notices, ...(await this.takeOurselves(left.map(({ path }) => path)))];
  }

  /** Fast, and git notes their marks. False: a file changed under it or has a name that git refuses. */
  private async takeByGit(candidates: readonly Candidate[]): Promise<boolean> {
    const paths = candidates.map(({ path }) => path);
    const taken = await attempt('The files', () =>
      this.update(['--add', '--remove', '--replace'], paths),
    );
    this.finder.remember(taken.ok ? candidates : []);
    return taken.ok;
  }

  /** One by one, and only as whole files. */
  private async takeOurselves(paths: readonly string[]): Promise<readonly Notice[]> {
    const notices: Notice[] = [];
    const entries: IndexEntry[] = [];
    for (const path of paths) {
      const reading = await readStable(this.workTree, path);
      if (reading === 'gone') {
        entries.push({ path, entry: null });
      } else if (typeof reading === 'string') {
        notices.push({ path, reason: reading });
      } else {
        const { mode, bytes, status } = reading;
        const blob = await this.git.text(['hash-object', '-w', '--no-filters', '--stdin'], {
          input: bytes,
        });
        entries.push({ path, entry: { mode, blob: blob as ObjectId } });
        this.finder.rememberOwn(path, status);
      }
    }
    const refused = await this.enter(entries);
    return [...notices, ...refused.map(({ path }) => ({ path, reason: 'unreadable' }) as const)];
  }

  /** Returns those that git refuses, such as a name that could stand for its own folder. */
  private async enter(entries: readonly IndexEntry[]): Promise<readonly IndexEntry[]> {
    if (entries.length === 0) return [];
    this.current = null;
    await this.shadow.unlock(WORK_INDEX);
    const input = entries.map((entry) => indexLine(entry, this.shadow.format)).join('');
    const command = ['update-index', '-z', '--index-info'];
    const entered = await attempt('The files', () => this.git.run(command, { input }));
    if (entered.ok) return [];
    if (!REFUSED.test(entered.error.detail ?? '')) throw new AppException(entered.error);
    if (entries.length === 1) return entries;
    const half = Math.ceil(entries.length / 2);
    const first = await this.enter(entries.slice(0, half));
    return [...first, ...(await this.enter(entries.slice(half)))];
  }

  private async update(options: readonly string[], paths: readonly string[]): Promise<void> {
    if (paths.length === 0) return;
    this.current = null;
    await this.shadow.unlock(WORK_INDEX);
    const input = joinZeros(paths);
    await this.git.run(['update-index', ...options, '-z', '--stdin'], { input });
  }
}

function exceeds(candidates: readonly Candidate[], limits: AbsorbLimits): boolean {
  return candidates.length > limits.files || bytesOf(candidates) > limits.bytes;
}

function bytesOf(candidates: readonly Candidate[]): number {
  return candidates.reduce((sum, { status }) => sum + Number(status?.size ?? 0n), 0);
}
