import { copyFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { attempt, refuse } from '#main/airlock/disk/attempt';
import { LIGHT_FILE_BYTES, LOOK_BYTES, MAPPED_BYTES, RENAME_LIMIT } from '#main/airlock/limits';
import { uncoverFiles } from '#main/airlock/tree/hiddenFiles';
import { type IndexEntry, indexLine } from '#main/airlock/tree/indexLine';
import { LEFT_OUT_FILE, type Shadow, UNSEEN_FILE, WORK_INDEX } from '#main/airlock/tree/shadow';
import { type TrackedFile, trackedFiles } from '#main/airlock/tree/trackedFile';
import { parseDifferences, type TreeDifference } from '#main/airlock/tree/treeDifference';
import { ifExists } from '#main/base/files/ifExists';
import type { ReportProblem } from '#main/base/files/keptFile';
import { type Git, joinZeros, splitZeros } from '#main/git/git';
import { AppException } from '#shared/errors';
import type { ObjectId, TurnId } from '#shared/ids';
import type { ChangeNotice } from '#shared/ipc/changes';
import { type Candidate, CandidateFinder, type Candidates, isTreePath } from './candidates';
import { type LateFiles, type LatePath, LeftOutFiles } from './leftOutFiles';
import { readStable } from './stableFile';
import { UnseenFiles } from './unseenFiles';

/** Git's error for a name that it refuses. */
const REFUSED = /unable to update /;

export interface AbsorbOptions {
  /** The current turn of an in-place session. */
  readonly inTurn: { readonly turnId: TurnId | null } | null;
  /** The tree that the agent's files are compared with; null if they are the user's own, too. */
  readonly base: ObjectId | null;
}

export interface AbsorbLimits {
  readonly files: number;
  readonly bytes: number;
}

/**
 * Keeps an index of a working tree as of the last look. Another look costs about as much as `git
 * status`, and reads only files that changed since. Only one look runs at a time, so a lock in the
 * way was left by a git process that died.
 */
export class TreeScanner {
  private readonly git: Git;
  private readonly finder: CandidateFinder;
  private readonly index: string;
  private readonly unseen: UnseenFiles;
  private readonly leftOut: LeftOutFiles;
  /** Paths that the last look could not read. */
  private refused: readonly ChangeNotice[] = [];
  /** Bytes of files read so far; a file that is read again counts again. */
  takenBytes = 0;
  constructor(
    private readonly shadow: Shadow,
    readonly workTree: string,
    /** Called for notes that cannot be read. */
    onProblem: ReportProblem = () => undefined,
    /** The tree of the current index; null if git must be asked. */
    private current: ObjectId | null = null,
  ) {
    this.git = shadow.git(workTree);
    this.finder = new CandidateFinder(this.git, workTree);
    this.index = join(shadow.directory, WORK_INDEX);
    const at = (name: string) => join(shadow.directory, name);
    this.unseen = new UnseenFiles(this.git, workTree, at(UNSEEN_FILE), onProblem);
    this.leftOut = new LeftOutFiles(workTree, at(LEFT_OUT_FILE), onProblem);
  }

  /**
   * Takes over another git index of the same working tree, and returns its entries; null if it
   * cannot be read here.
   */
  async adopt(index: string): Promise<readonly TrackedFile[] | null> {
    const status = await ifExists(stat(index));
    if (status === undefined) return [];
    // Reading a pipe in place of the index would wait forever.
    if (!status.isFile()) throw refuse(`${index} is not a file.`);
    await this.adoptOwn(index);
    const read = await attempt('The index', () => trackedFiles(this.git));
    if (!read.ok) await this.adoptNone();
    return read.ok ? read.value : null;
  }

  /** Takes over an index that one of our git commands has just made. */
  async adoptOwn(index: string): Promise<void> {
    await copyFile(index, this.index);
    // Git distrusts entries that are as new as the index, so the copy must not look newer than the
    // original.
    const { mtimeMs } = await stat(index);
    await utimes(this.index, mtimeMs / 1000, Math.floor(mtimeMs) / 1000);
    this.current = null;
  }

  /** Takes over no index: every file is read. */
  async adoptNone(): Promise<void> {
    this.current = null;
    await rm(this.index, { force: true });
  }

  /** Forgets these paths, so that they are read again. */
  forget(paths: readonly string[]): Promise<void> {
    return this.update(['--force-remove'], paths);
  }

  /** Flags that make git ignore changes of a file (assume-unchanged, skip-worktree); the airlock looks anyway. */
  async uncover(files: readonly TrackedFile[]): Promise<void> {
    this.current = null;
    await this.shadow.unlock(WORK_INDEX);
    await uncoverFiles(this.git, this.workTree, files);
  }

  /**
   * Brings the index up to date. While a turn runs, files that existed before it and had not been
   * read are not added, because there is nothing to compare them with.
   */
  async absorb({ inTurn, base }: AbsorbOptions): Promise<readonly ChangeNotice[]> {
    const isUnseen = inTurn ? await this.unseen.test() : undefined;
    const candidates = await this.finder.find(false, isUnseen);
    if (base !== null) await this.forgetHeaps(candidates.notices, base);
    this.refused = await this.take(candidates, false);
    if (inTurn && isUnseen) await this.noteLeftOut(inTurn.turnId, isUnseen);
    return [...this.refused, ...(await this.unseen.changes({ looks: inTurn !== null }))];
  }

  /**
   * Reads the user's own files next to a copy at the end of a turn. It takes in files that were
   * seen when the turn began or that are new since. It returns those that cannot be read, and the
   * changed ones among the other files.
   */
  async absorbSeen(): Promise<readonly ChangeNotice[]> {
    const isUnseen = await this.unseen.test();
    this.refused = await this.take(await this.finder.find(false, isUnseen), false);
    const news = this.refused.filter(({ path }) => !isUnseen(path));
    return [...news, ...(await this.unseen.changes({ looks: true }))];
  }

  /** Whether it is known which unread files existed when the last turn began. */
  knowsUnseen(): Promise<boolean> {
    return this.unseen.isKnown();
  }

  /** Whether looks at turns have left paths out. */
  hasLeftOut(): Promise<boolean> {
    return this.leftOut.hasAny();
  }

  /** The left-out paths of turns among those that the last look, between turns, has read. */
  lateFiles(paths: readonly LatePath[]): Promise<LateFiles> {
    return this.leftOut.late(paths);
  }

  /** Forgets late files once the ledger has them. */
  forgetLateFiles(): Promise<void> {
    return this.leftOut.forgetAllBut(this.refusedPaths);
  }

  /**
   * Removes a new folder that has grown too large from the review, with the files that had been
   * taken in.
   */
  private async forgetHeaps(notices: readonly ChangeNotice[], base: ObjectId): Promise<void> {
    const heaps = heapsAmong(notices);
    if (heaps.length === 0) return;
    const listing = ['ls-tree', '-r', '-z', '--name-only', '--', base, ...heaps];
    const known = new Set(await this.git.list(listing));
    const taken = await this.git.list(['ls-files', '-z', '--', ...heaps]);
    await this.forget(taken.filter((path) => !known.has(path)));
  }

  /** Called when a turn is about to begin and everything readable has been taken in. */
  async noteUnseen(options?: Parameters<UnseenFiles['note']>[2]): Promise<void> {
    const known = [...(await this.readInHeaps()), ...(await this.leftOut.untouched())];
    await this.unseen.note(this.refusedPaths, new Set(known), options);
  }

  private async noteLeftOut(turnId: TurnId | null, isUnseen: (path: string) => boolean) {
    const read = await this.readInHeaps();
    const refused = this.refused.map(({ path, reason }) => ({
      path,
      isOpen: reason !== 'unreadable',
    }));
    await this.leftOut.note(refused, turnId, isUnseen, (path) => read.has(path));
  }

  /** Files that were read although their folder has too many others. */
  private async readInHeaps(): Promise<ReadonlySet<string>> {
    const heaps = heapsAmong(this.refused);
    if (heaps.length === 0) return new Set();
    const refused = new Set(this.refusedPaths);
    const known = await this.git.list(['ls-files', '-z', '--', ...heaps]);
    return new Set(known.filter((path) => !refused.has(path)));
  }

  private get refusedPaths(): readonly string[] {
    return this.refused.map(({ path }) => path);
  }

  /**
   * Takes in all files the first time, when everything there counts as given. Null if it is more
   * than the limits allow.
   */
  async absorbAll(limits: AbsorbLimits): Promise<readonly ChangeNotice[] | null> {
    const candidates = await this.finder.find(true);
    if (exceeds(candidates.present, limits)) return null;
    this.refused = await this.take(candidates, true);
    return this.refused;
  }

  /**
   * Recreates an index that git cannot read, from this tree; then every file is read again. The
   * working tree is not used: it may be gone, and only the index tells what it contained.
   */
  async mend(tree: ObjectId): Promise<void> {
    const { directory } = this.shadow;
    const listed = await attempt('The index', () =>
      this.shadow.git(directory).list(['ls-files', '-z']),
    );
    if (listed.ok && listed.value.every(isTreePath)) return;
    const fresh = `${this.index}.fresh`;
    await rm(fresh, { force: true });
    await this.shadow.trees.check(tree);
    await this.shadow.git(directory, basename(fresh)).run(['read-tree', tree]);
    // Removed only now, because without an index every file would count as deleted.
    await rm(this.index, { recursive: true, force: true });
    await rename(fresh, this.index);
    this.current = null;
    this.finder.forgetOwn();
  }

  /** Resets the index to a tree of an earlier look; the marks of files stay. */
  async reset(tree: ObjectId): Promise<void> {
    if ((await this.tree()) === tree) return;
    this.current = null;
    await this.shadow.unlock(WORK_INDEX);
    await this.shadow.trees.check(tree);
    await this.git.run(['read-tree', '--reset', tree]);
    this.current = tree;
    this.finder.forgetOwn();
  }

  /** Records in the index that the files have these versions now. */
  async note(entries: readonly IndexEntry[]): Promise<void> {
    await this.enter(entries);
  }

  /** The tree of the index. */
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
    // Folders are included, because they are checked.
    const command = ['diff-tree', '-r', '-t', '-z', '--raw'];
    const moves = findsMoves ? ['-M', `-l${RENAME_LIMIT}`] : ['--no-renames'];
    const found = await attempt('The files', () =>
      this.git.run([...command, ...moves, base, tree]),
    );
    // Git reads the files to find moves, and fails if one is missing from the store.
    const { output } = found.ok
      ? found.value
      : await this.git
          .run([...command, '--no-renames', base, tree])
          .catch(async (error: unknown) => {
            // An object of ours that cannot be read says more than git's error.
            for (const id of [base, tree]) await this.shadow.trees.check(id);
            throw error;
          });
    const differences = parseDifferences(splitZeros(output));
    return this.shadow.trees.confirmed(base, tree, differences);
  }

  /** Takes in the readable files; the others are reported and left out. */
  private async take(candidates: Candidates, trustsSizes: boolean) {
    const { present, gone, distrusted, notices } = trustsSizes
      ? candidates
      : withoutTooMuch(candidates);
    await this.forget([...gone, ...distrusted]);
    this.takenBytes += bytesOf(present);
    const isGits = ({ status }: Candidate) =>
      trustsSizes || status === undefined || !status.isFile() || status.size <= MAPPED_BYTES;
    const [gits, ours] = [present.filter(isGits), present.filter((file) => !isGits(file))];
    const isTaken = await this.takeByGit(gits);
    const left = isTaken ? ours : present;
    return [...notices, ...(await this.takeOurselves(left.map(({ path }) => path)))];
  }

  /**
   * Takes in files with git, which is fast and records their status. False if a file changed
   * meanwhile or has a name that git refuses.
   */
  private async takeByGit(candidates: readonly Candidate[]): Promise<boolean> {
    const paths = candidates.map(({ path }) => path);
    const taken = await attempt('The files', () =>
      this.update(['--add', '--remove', '--replace'], paths),
    );
    this.finder.remember(taken.ok ? candidates : []);
    return taken.ok;
  }

  /** Reads and stores files one by one, only as whole files. */
  private async takeOurselves(paths: readonly string[]): Promise<readonly ChangeNotice[]> {
    const notices: ChangeNotice[] = [];
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

  /**
   * Adds entries to the index; returns the names that git refuses, such as one that could mean its
   * own folder.
   */
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

function heapsAmong(notices: readonly ChangeNotice[]): readonly string[] {
  return notices.filter(({ reason }) => reason === 'too-many').map(({ path }) => path);
}

/**
 * Drops files beyond the limit: an agent can create gigabytes in an instant, which would keep a
 * look busy for minutes.
 */
function withoutTooMuch(candidates: Candidates): Candidates {
  const { present, distrusted, notices } = candidates;
  if (bytesOf(present) <= LOOK_BYTES) return candidates;
  const heavy = new Set(present.filter(isHeavy).map(({ path }) => path));
  const left = [...heavy].map((path) => ({ path, reason: 'too-much' }) as const);
  return {
    ...candidates,
    present: present.filter(({ path }) => !heavy.has(path)),
    distrusted: distrusted.filter((path) => !heavy.has(path)),
    notices: [...notices, ...left],
  };
}

function isHeavy({ status }: Candidate): boolean {
  return status !== undefined && status.size > LIGHT_FILE_BYTES;
}

function exceeds(candidates: readonly Candidate[], limits: AbsorbLimits): boolean {
  return candidates.length > limits.files || bytesOf(candidates) > limits.bytes;
}

function bytesOf(candidates: readonly Candidate[]): number {
  return candidates.reduce((sum, { status }) => sum + Number(status?.size ?? 0n), 0);
}
