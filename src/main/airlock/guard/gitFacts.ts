import type { Git } from '#main/git/git';
import type { GuardedFile } from './guardedFile';
import type { IndexFlags } from './indexFlags';
import type { RefValues } from './refValues';
import type { StagedFiles } from './stagedFiles';

export interface RepositoryFacts {
  /** The folder that all working trees of the user's repository share. */
  readonly folder: string;
  /** The root of the user's working tree. */
  readonly root: string;
  /** Git for the user's project. */
  readonly git: Git;
  readonly flags: IndexFlags;
  readonly refs: RefValues;
  readonly staged: StagedFiles;
}

/**
 * Facts that only git can tell. Each costs a command, so they are requested only when a turn begins
 * and ends.
 */
export interface Told {
  /** Files whose changes git ignores, with its letter for how. */
  readonly marks: ReadonlyMap<string, string>;
  readonly refs: ReadonlyMap<string, string>;
  /** Staged versions by path below the root of the user's working tree. */
  readonly staged: ReadonlyMap<string, string>;
  /** False if there is more than can be tracked. */
  readonly isComplete: boolean;
}

const MOVED = 'It records where a branch or tag points.';
const STASHED = 'It holds what you have stashed.';
const OVERLOOKED = 'Git was told to ignore changes to this file.';
const STAGED = 'It goes into your next commit, and differs from your own file.';

/** Whether git must be asked about it, because it is not a file. */
export function isTold({ place }: Pick<GuardedFile, 'place'>): boolean {
  return place === 'index' || place === 'ref' || place === 'staged';
}

export function filesOf({ marks, refs, staged }: Told): readonly GuardedFile[] {
  return [
    ...[...refs.keys()].map((path) => {
      return { place: 'ref', path, reason: path === 'refs/stash' ? STASHED : MOVED } as const;
    }),
    ...[...marks.keys()].map((path) => ({ place: 'index', path, reason: OVERLOOKED }) as const),
    ...[...staged.keys()].map((path) => ({ place: 'staged', path, reason: STAGED }) as const),
  ];
}

/** The value that is used instead of a hash; null if there is none. */
export function toldOf({ place, path }: GuardedFile, told: Told): string | null {
  if (place === 'ref') return told.refs.get(path) ?? null;
  if (place === 'staged') return told.staged.get(path) ?? null;
  return told.marks.has(path) ? 'marked' : null;
}

/** Git's facts about the user's repository, and how to restore them. */
export class GitFacts {
  constructor(private readonly repository: () => Promise<RepositoryFacts | null>) {}

  /**
   * Reads the facts. For `stagedBefore` it also reports a staged version that equals the last
   * commit.
   */
  async read(stagedBefore: readonly string[], knownRefs: ReadonlySet<string>): Promise<Told> {
    const repository = await this.repository();
    if (repository === null) {
      return { marks: new Map(), refs: new Map(), staged: new Map(), isComplete: true };
    }
    const [marks, refs, staged] = await Promise.all([
      repository.flags.marks(),
      repository.refs.read(knownRefs),
      repository.staged.read(stagedBefore),
    ]);
    return {
      marks: marks ?? new Map(),
      refs: refs.values,
      staged: staged ?? new Map(),
      isComplete: marks !== null && refs.isComplete && staged !== null,
    };
  }

  /** The current state, in enough detail to restore it; null if the file does not exist. */
  async valueOf(file: GuardedFile, told: Told): Promise<string | null> {
    const letter = file.place === 'index' ? told.marks.get(file.path) : undefined;
    return letter === undefined ? toldOf(file, told) : `marked ${letter}`;
  }

  /** Whether the staged version equals the user's own file, which everybody can see. */
  async isSeen({ place, path }: GuardedFile, value: string): Promise<boolean> {
    if (place !== 'staged') return false;
    return (await (await this.repository())?.staged.isInTree(path, value)) ?? false;
  }

  /** Restores a value. A branch or tag is moved only from its present value. */
  async put(
    { place, path }: GuardedFile,
    value: string | null,
    present: string | null,
  ): Promise<void> {
    const repository = await this.repository();
    if (place === 'ref') await repository?.refs.restore(path, value, present);
    else if (place === 'staged') await repository?.staged.put(path, value);
    else if (value === null) await repository?.flags.clear(path);
    else await repository?.flags.mark(path, value.split(' ')[1] ?? 'S');
  }

  async text({ place, path }: GuardedFile, value: string | null): Promise<Buffer | null> {
    if (place === 'ref') return value === null ? null : Buffer.from(`${value}\n`);
    if (place !== 'staged') return null;
    return (await (await this.repository())?.staged.text(path, value)) ?? null;
  }
}
