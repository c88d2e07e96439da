import { copyFile, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { ObjectId } from '#shared/ids';
import { RENAME_LIMIT } from '../limits';
import type { Notice } from '../notice';
import { type Candidate, CandidateFinder, type Candidates } from './candidates';
import { type Git, joinZeros, splitZeros } from './git';
import { type Shadow, WORK_INDEX } from './shadow';
import { parseDifferences, type TreeDifference } from './treeDifference';

export interface AbsorbLimits {
  readonly files: number;
  readonly bytes: number;
}

/**
 * Keeps an index of what a working tree held when it was last looked at. Looking again costs about
 * as much as `git status`, and only files that changed since are read.
 */
export class TreeScanner {
  private readonly git: Git;
  private readonly finder: CandidateFinder;
  private readonly index: string;
  /** The tree of the index as it is; null when that must be asked. */
  private current: ObjectId | null = null;

  constructor(
    shadow: Shadow,
    readonly workTree: string,
  ) {
    this.git = shadow.git(workTree);
    this.finder = new CandidateFinder(this.git, workTree);
    this.index = join(shadow.directory, WORK_INDEX);
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
  }

  /** Brings the index up to date. */
  async absorb(): Promise<readonly Notice[]> {
    return this.take(await this.finder.find(false));
  }

  /** The first time, when all there is counts as given. Null: it is more than the limits allow. */
  async absorbAll(limits: AbsorbLimits): Promise<readonly Notice[] | null> {
    const candidates = await this.finder.find(true);
    return exceeds(candidates.present, limits) ? null : this.take(candidates);
  }

  /** The tree that the index stands for. */
  async tree(): Promise<ObjectId> {
    this.current ??= (await this.git.text(['write-tree', '--missing-ok'])) as ObjectId;
    return this.current;
  }

  async compare(
    base: ObjectId,
    tree: ObjectId,
    { findsMoves = true } = {},
  ): Promise<readonly TreeDifference[]> {
    if (base === tree) return [];
    const moves = findsMoves ? ['-M', `-l${RENAME_LIMIT}`] : ['--no-renames'];
    const command = ['diff-tree', '-r', '-z', '--raw', ...moves, base, tree];
    const { output } = await this.git.run(command);
    return parseDifferences(splitZeros(output));
  }

  private async take({ present, gone, distrusted, notices }: Candidates) {
    await this.forget([...gone, ...distrusted]);
    await this.update(
      ['--add', '--remove', '--replace'],
      present.map(({ path }) => path),
    );
    this.finder.remember(present);
    return notices;
  }

  private async update(options: readonly string[], paths: readonly string[]): Promise<void> {
    if (paths.length === 0) return;
    this.current = null;
    const input = joinZeros(paths);
    await this.git.run(['update-index', ...options, '-z', '--stdin'], { input });
  }
}

function exceeds(candidates: readonly Candidate[], limits: AbsorbLimits): boolean {
  const bytes = candidates.reduce((sum, { status }) => sum + Number(status?.size ?? 0n), 0);
  return candidates.length > limits.files || bytes > limits.bytes;
}
