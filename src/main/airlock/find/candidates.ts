import { type BigIntStats, constants } from 'node:fs';
import { access, lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { isSameFile } from '#main/airlock/disk/anchoredFile';
import { mapLimited } from '#main/airlock/disk/mapLimited';
import {
  FILES_AT_ONCE,
  FOLDER_FILES,
  STORED_FILE_BYTES,
  YOUNG_COARSE_MILLISECONDS,
  YOUNG_MILLISECONDS,
} from '#main/airlock/limits';
import { ifExists } from '#main/base/files/ifExists';
import { type Git, splitZeros } from '#main/git/git';
import { foldName } from '#shared/airlock/foldName';
import { leadsIntoGit } from '#shared/airlock/gitName';
import { AppException } from '#shared/errors';
import type { ChangeNotice } from '#shared/ipc/changes';
import { closedFolders } from './closedFolders';
import { heapsOf } from './heaps';
import { withoutIgnored } from './withoutIgnored';

export interface Candidates {
  /**
   * The paths to read because they may have changed; including a link or a folder in place of a
   * file.
   */
  readonly present: readonly Candidate[];
  readonly gone: readonly string[];
  /** Present paths that the index considers unchanged, and that it must forget first. */
  readonly distrusted: readonly string[];
  readonly notices: readonly ChangeNotice[];
}

export interface Candidate {
  readonly path: string;
  /** The status; undefined if the path has vanished in the meantime. */
  readonly status: BigIntStats | undefined;
}

/** Finds the differences between a working tree and the index that was made from it. */
export class CandidateFinder {
  /** The files of the last read, with their status just before it. */
  private recent = new Map<string, BigIntStats>();
  /** Files that we read ourselves, with their status at that time. The index does not have it. */
  private readonly own = new Map<string, BigIntStats>();

  constructor(
    private readonly git: Git,
    private readonly workTree: string,
  ) {}

  /**
   * Reports and skips new folders with very many files, unless everything is wanted. Files that
   * existed before and had not been read are skipped, too, and reported as before.
   */
  async find(
    takesAll: boolean,
    isUnseen: (path: string) => boolean = () => false,
  ): Promise<Candidates> {
    const notices: ChangeNotice[] = [];
    const [changed, untracked] = await Promise.all([
      // Git would otherwise run in repositories that the agent made, and obey their configuration.
      this.git.run(['diff-files', '-z', '--raw', '--no-renames', '--ignore-submodules=all']),
      this.git.run(['ls-files', '-z', '--others', '--exclude-standard']),
    ]);
    const { modified, gone } = parseChanged(splitZeros(changed.output));
    if (![...modified, ...gone].every(isTreePath)) throw new AppException(DAMAGED_INDEX);
    const found = splitZeros(untracked.output);
    const few = takesAll ? found : withoutHeaps(found, notices);
    if (changed.said !== '' || untracked.said !== '') notices.push(...(await this.closed()));
    for (const path of gone.filter(isUnnameable)) notices.push({ path, reason: 'unnameable' });
    const unknown = await this.withoutKnown(modified);
    const names = new Set([...unknown, ...few]);
    const distrusted = (await this.distrusted(names)).filter((path) => !isUnseen(path));
    const looked = await mapLimited(FILES_AT_ONCE, [...names, ...distrusted], (path) =>
      this.look(path, notices),
    );
    const readable = looked.filter((candidate) => candidate !== null);
    const present = readable.filter(({ path }) => !isUnseen(path));
    const isGone = (path: string) => !isUnnameable(path) && !isUnseen(path);
    return { present, gone: gone.filter(isGone), distrusted, notices };
  }

  /** Call this when git has read these paths, or is about to. */
  remember(candidates: readonly Candidate[]): void {
    this.recent = new Map();
    for (const { path, status } of candidates) {
      this.own.delete(path);
      if (status) this.recent.set(path, status);
    }
  }

  /** Call this when we have read a file ourselves. */
  rememberOwn(path: string, status: BigIntStats): void {
    if (isYoung(status)) this.own.delete(path);
    else this.own.set(path, status);
  }

  /** Call this when the index may hold other versions of these paths. */
  forgetOwn(): void {
    this.own.clear();
  }

  /** Drops paths that we read ourselves: git reports them as modified each time. */
  private async withoutKnown(modified: readonly string[]): Promise<readonly string[]> {
    const kept = await mapLimited(FILES_AT_ONCE, modified, async (path) => {
      const before = this.own.get(path);
      const now = before && (await this.status(path));
      return before && now && now !== 'closed' && isSameFile(now, before) ? null : path;
    });
    return kept.filter((path) => path !== null);
  }

  /**
   * Paths that must be read again. Git counts in seconds: a file that was written twice within one
   * second, to the same size, can pass for unchanged if the index was written in the next second.
   * So whatever was read last is checked more closely.
   */
  private async distrusted(names: ReadonlySet<string>): Promise<string[]> {
    const unnamed = [...this.recent].filter(([path]) => !names.has(path));
    const changed = await mapLimited(FILES_AT_ONCE, unnamed, async ([path, before]) => {
      const now = await this.status(path);
      return now && now !== 'closed' && !isSameFile(now, before) ? path : null;
    });
    return changed.filter((path) => path !== null);
  }

  private async look(path: string, notices: ChangeNotice[]): Promise<Candidate | null> {
    const reject = (reason: ChangeNotice['reason']) => {
      notices.push({ path, reason });
      return null;
    };
    if (path.endsWith('/')) return reject('nested-repository');
    if (isUnnameable(path)) return reject('unnameable');
    if (leadsIntoGit(path)) return reject('git-name');
    const status = await this.status(path);
    if (status === 'closed') return reject('unreadable');
    if (status?.isSymbolicLink() && isModulesFile(path)) return reject('git-name');
    if (status === undefined || status.isSymbolicLink() || status.isDirectory()) {
      return { path, status };
    }
    if (!status.isFile()) return reject('unreadable');
    if (status.size > STORED_FILE_BYTES) return reject('too-large');
    const canRead = await access(join(this.workTree, path), constants.R_OK).then(
      () => true,
      () => false,
    );
    return canRead ? { path, status } : reject('unreadable');
  }

  /** Reports closed folders: git continues as if everything below them were unchanged. */
  private async closed(): Promise<readonly ChangeNotice[]> {
    const folders = await withoutIgnored(this.git, await closedFolders(this.workTree));
    return folders.map((path) => ({ path, reason: 'unreadable' }) as const);
  }

  /** `closed`: a folder on the way may not be entered, or the path is too long for system calls. */
  private async status(path: string): Promise<BigIntStats | 'closed' | undefined> {
    const looking = lstat(join(this.workTree, path), { bigint: true });
    return ifExists(looking).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EACCES' || error.code === 'ENAMETOOLONG') return 'closed';
      // A folder on the way has become a file.
      if (error.code !== 'ENOTDIR') throw error;
      return undefined;
    });
  }
}

/**
 * Whether a tree can have the path: git trusts a damaged index, and reports paths that no tree has.
 */
export function isTreePath(path: string): boolean {
  return path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
}

const DAMAGED_INDEX = {
  code: 'io',
  message: 'Airlock’s index of the agent’s files is damaged.',
} as const;

/** Whether git has other bytes for the name than our text gives. */
function isUnnameable(path: string): boolean {
  return path.includes('\ufffd');
}

/** Whether the file may be written again without a visible change of its status. */
function isYoung({ mtimeNs, ctimeNs }: BigIntStats): boolean {
  const newest = mtimeNs > ctimeNs ? mtimeNs : ctimeNs;
  const isCoarse = newest % 1_000_000_000n === 0n;
  const age = Date.now() - Number(newest / 1_000_000n);
  return age < (isCoarse ? YOUNG_COARSE_MILLISECONDS : YOUNG_MILLISECONDS);
}

/** Drops the files in folders that have too many to decide on. */
function withoutHeaps(found: readonly string[], notices: ChangeNotice[]): readonly string[] {
  if (found.length <= FOLDER_FILES) return found;
  const heaps = heapsOf(found, FOLDER_FILES);
  for (const path of heaps) notices.push({ path, reason: 'too-many' });
  return found.filter((path) => !heaps.some((folder) => path.startsWith(folder)));
}

/**
 * Parses git's list. A deleted path is not checked on disk: it may be behind a link by now, which
 * must not be followed.
 */
function parseChanged(fields: readonly string[]): { modified: string[]; gone: string[] } {
  const modified: string[] = [];
  const gone: string[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [state = '', path = ''] = fields.slice(at, at + 2);
    (state.endsWith(' D') ? gone : modified).push(path);
  }
  return { modified, gone };
}

/** Whether git refuses the path as a link, in any case or spelling. */
function isModulesFile(path: string): boolean {
  const name = foldName(path.slice(path.lastIndexOf('/') + 1));
  return name === '.gitmodules' || /^(?:gitmod|gi7eba|gi7e[0-9a-f]{2})~\d+$/.test(name);
}
