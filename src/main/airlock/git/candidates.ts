import { type BigIntStats, constants } from 'node:fs';
import { access, lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { ifExists } from '#main/base/ifExists';
import { heapsOf } from '../heaps';
import { FILES_AT_ONCE, FOLDER_FILES, STORED_FILE_BYTES } from '../limits';
import { mapLimited } from '../mapLimited';
import type { Notice } from '../notice';
import { isSameFile } from '../presentFile';
import { type Git, splitZeros } from './git';

export interface Candidates {
  /** To be read, since they may have changed; a link or a folder in place of a file included. */
  readonly present: readonly Candidate[];
  readonly gone: readonly string[];
  /** Of those present, what the index takes for unchanged, and therefore has to forget first. */
  readonly distrusted: readonly string[];
  readonly notices: readonly Notice[];
}

export interface Candidate {
  readonly path: string;
  /** Undefined: it vanished meanwhile. */
  readonly status: BigIntStats | undefined;
}

/** Finds what differs between a working tree and the index that was made of it. */
export class CandidateFinder {
  /** The files read last, as they were just before. */
  private recent = new Map<string, BigIntStats>();

  constructor(
    private readonly git: Git,
    private readonly workTree: string,
  ) {}

  /** New folders with very many files are told of and left alone, unless everything is wanted. */
  async find(takesAll: boolean): Promise<Candidates> {
    const notices: Notice[] = [];
    const [changed, untracked] = await Promise.all([
      this.git.run(['diff-files', '-z', '--raw', '--no-renames']),
      this.git.run(['ls-files', '-z', '--others', '--exclude-standard']),
    ]);
    const { modified, gone } = parseChanged(splitZeros(changed.output));
    const fresh = splitZeros(untracked.output);
    const names = new Set([...modified, ...(takesAll ? fresh : withoutHeaps(fresh, notices))]);
    const distrusted = await this.distrusted(names);
    const looked = await mapLimited(FILES_AT_ONCE, [...names, ...distrusted], (path) =>
      this.look(path, notices),
    );
    const present = looked.filter((candidate) => candidate !== null);
    return { present, gone, distrusted, notices };
  }

  /** To be told when these have been read, or are about to be. */
  remember(candidates: readonly Candidate[]): void {
    this.recent = new Map();
    for (const { path, status } of candidates) if (status) this.recent.set(path, status);
  }

  /**
   * Git counts in seconds: a file that was written twice in one, to the same size, can pass for
   * unchanged if the index was written in the next. Whatever was read last is looked at more closely.
   */
  private async distrusted(names: ReadonlySet<string>): Promise<string[]> {
    const unnamed = [...this.recent].filter(([path]) => !names.has(path));
    const changed = await mapLimited(FILES_AT_ONCE, unnamed, async ([path, before]) => {
      const now = await this.status(path);
      return now && !isSameFile(now, before) ? path : null;
    });
    return changed.filter((path) => path !== null);
  }

  private async look(path: string, notices: Notice[]): Promise<Candidate | null> {
    const reject = (reason: Notice['reason']) => {
      notices.push({ path, reason });
      return null;
    };
    if (path.endsWith('/')) return reject('nested-repository');
    if (path.includes('\ufffd')) return reject('unnameable');
    const status = await this.status(path);
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

  private async status(path: string): Promise<BigIntStats | undefined> {
    const looking = lstat(join(this.workTree, path), { bigint: true });
    return ifExists(looking).catch((error: NodeJS.ErrnoException) => {
      // A folder on the way has become a file.
      if (error.code !== 'ENOTDIR') throw error;
      return undefined;
    });
  }
}

/** Nobody could decide on so many. */
function withoutHeaps(found: readonly string[], notices: Notice[]): readonly string[] {
  if (found.length <= FOLDER_FILES) return found;
  const heaps = heapsOf(found, FOLDER_FILES);
  for (const path of heaps) notices.push({ path, reason: 'too-many' });
  return found.filter((path) => !heaps.some((folder) => path.startsWith(folder)));
}

/** What is gone is known to be: its place may be behind a link by now, where nobody should look. */
function parseChanged(fields: readonly string[]): { modified: string[]; gone: string[] } {
  const modified: string[] = [];
  const gone: string[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [state = '', path = ''] = fields.slice(at, at + 2);
    (state.endsWith(' D') ? gone : modified).push(path);
  }
  return { modified, gone };
}
