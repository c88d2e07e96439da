import { constants } from 'node:fs';
import { access, copyFile, lstat, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { ifExists } from '#main/base/ifExists';
import type { ObjectId } from '#shared/ids';
import { FILES_AT_ONCE, RENAME_LIMIT, STORED_FILE_BYTES } from '../limits';
import { mapLimited } from '../mapLimited';
import type { Notice } from '../notice';
import { type Git, joinZeros, splitZeros } from './git';
import type { Shadow } from './shadow';

export interface TreeEntry {
  readonly mode: string;
  readonly blob: ObjectId;
}

/** One path that differs between two trees. */
export interface TreeDifference {
  readonly path: string;
  readonly oldPath?: string;
  readonly base: TreeEntry | null;
  readonly proposed: TreeEntry | null;
}

export interface AbsorbLimits {
  readonly files: number;
  readonly bytes: number;
}

interface Candidate {
  readonly path: string;
  readonly bytes: number;
}

const ABSENT_MODE = '000000';

/**
 * Keeps an index of what a working tree held when it was last looked at. Looking again costs about
 * as much as `git status`, and only files that changed since are read.
 */
export class TreeScanner {
  private readonly git: Git;
  /** The tree of the index as it is; null when that must be asked. */
  private current: ObjectId | null = null;

  constructor(
    shadow: Shadow,
    readonly workTree: string,
    private readonly index = join(shadow.directory, 'work.index'),
  ) {
    this.git = shadow.git(workTree);
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
  async forget(paths: readonly string[]): Promise<void> {
    if (paths.length === 0) return;
    this.current = null;
    const input = joinZeros(paths);
    await this.git.run(['update-index', '-z', '--force-remove', '--stdin'], { input });
  }

  /** Marks by which users keep git from looking at a file; the airlock looks. */
  async lookAtEverything(): Promise<void> {
    const lines = await this.git.list(['ls-files', '-v', '-z']);
    const unseen = lines.filter((line) => /^[a-z] /.test(line)).map((line) => line.slice(2));
    if (unseen.length === 0) return;
    const input = joinZeros(unseen);
    await this.git.run(['update-index', '--no-assume-unchanged', '-z', '--stdin'], { input });
  }

  /** Brings the index up to date. Null: there is more new than the limits allow. */
  async absorb(limits?: AbsorbLimits): Promise<readonly Notice[] | null> {
    const notices: Notice[] = [];
    const candidates = await this.candidates(notices);
    if (limits && exceeds(candidates, limits)) return null;
    if (candidates.length > 0) {
      const input = joinZeros(candidates.map(({ path }) => path));
      this.current = null;
      await this.git.run(['update-index', '-z', '--add', '--remove', '--replace', '--stdin'], {
        input,
      });
    }
    return notices;
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
    const renames = findsMoves ? ['-M', `-l${RENAME_LIMIT}`] : ['--no-renames'];
    const { output } = await this.git.run([
      'diff-tree',
      '-r',
      '-z',
      '--raw',
      ...renames,
      base,
      tree,
    ]);
    return parseDifferences(splitZeros(output));
  }

  private async candidates(notices: Notice[]): Promise<readonly Candidate[]> {
    const [changed, untracked] = await Promise.all([
      this.git.run(['diff-files', '-z', '--raw', '--no-renames']),
      this.git.run(['ls-files', '-z', '--others', '--exclude-standard']),
    ]);
    const names = [
      ...splitZeros(changed.output).filter((_, index) => index % 2 === 1),
      ...splitZeros(untracked.output),
    ];
    const looked = await mapLimited(FILES_AT_ONCE, [...new Set(names)], (path) =>
      this.look(path, notices),
    );
    return looked.filter((candidate) => candidate !== null);
  }

  private async look(path: string, notices: Notice[]): Promise<Candidate | null> {
    const reject = (reason: Notice['reason']) => {
      notices.push({ path, reason });
      return null;
    };
    if (path.endsWith('/')) return reject('nested-repository');
    if (path.includes('\ufffd')) return reject('unnameable');
    const file = join(this.workTree, path);
    const status = await ifExists(lstat(file)).catch(absentIfBlocked);
    if (status === undefined || status.isSymbolicLink()) return { path, bytes: 0 };
    if (!status.isFile()) return status.isDirectory() ? { path, bytes: 0 } : reject('unreadable');
    if (status.size > STORED_FILE_BYTES) return reject('too-large');
    const canRead = await access(file, constants.R_OK).then(
      () => true,
      () => false,
    );
    return canRead ? { path, bytes: status.size } : reject('unreadable');
  }
}

/** A folder on the way has become a file. */
function absentIfBlocked(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOTDIR') throw error;
  return undefined;
}

function exceeds(candidates: readonly Candidate[], limits: AbsorbLimits): boolean {
  const bytes = candidates.reduce((sum, candidate) => sum + candidate.bytes, 0);
  return candidates.length > limits.files || bytes > limits.bytes;
}

function parseDifferences(fields: readonly string[]): TreeDifference[] {
  const differences: TreeDifference[] = [];
  for (let at = 0; at < fields.length; ) {
    const [oldMode = '', mode = '', oldBlob = '', blob = '', status = ''] = (fields[at++] ?? '')
      .slice(1)
      .split(' ');
    const first = fields[at++] ?? '';
    const isMove = status.startsWith('R') || status.startsWith('C');
    const path = isMove ? (fields[at++] ?? '') : first;
    differences.push({
      path,
      ...(isMove && { oldPath: first }),
      base: entry(oldMode, oldBlob),
      proposed: entry(mode, blob),
    });
  }
  return differences;
}

function entry(mode: string, blob: string): TreeEntry | null {
  return mode === ABSENT_MODE ? null : { mode, blob: blob as ObjectId };
}
