import { z } from 'zod';
import { SideNote } from '#main/airlock/disk/sideNote';
import { UNSEEN_MARKS } from '#main/airlock/limits';
import type { ReportProblem } from '#main/base/files/keptFile';
import type { TurnId } from '#shared/ids';
import { pushAll } from '#shared/pushAll';
import { fileMarks, filesBelow, GONE, isAmong, isFolder } from './fileMarks';

/** Stands for all paths: it is no longer known which of them were left out. */
const EVERYTHING = '';

interface LeftOut {
  /**
   * The mark; null for a folder with more files than can be marked. Files in it that looks had read
   * are known.
   */
  readonly mark: string | null;
  readonly turnId: TurnId | null;
}

/** Paths that could finally be read, by whether they have changed. */
export interface LateFiles {
  /**
   * Unchanged paths since the turn: the agent's work. Deleted files count as well, because a
   * verdict can only restore what was there before the turn.
   */
  readonly agents: ReadonlyMap<string, TurnId | null>;
  /** Paths that somebody has changed since. */
  readonly unclear: readonly string[];
}

/** The mark of a path that cannot be compared with its state when it was left out. */
const NO_MARK = '';

/** A path that no look could read. */
export interface RefusedPath {
  readonly path: string;
  /** Whether it is a folder whose files can be listed; other folders are closed. */
  readonly isOpen: boolean;
}

/** A path that a look between turns found to be changed. */
export interface LatePath {
  readonly path: string;
  /** Whether there was a version of the path before. */
  readonly isKnown: boolean;
}

const schema = z.object({
  v: z.literal(1),
  files: z.array(z.tuple([z.string(), z.string().nullable(), z.string().nullable()])),
});

/**
 * In place: paths that were written in a turn and that no look of that turn could read, such as too
 * many large files. A later look between turns may be able to read them, and without this note it
 * would count them as the user's.
 */
export class LeftOutFiles {
  private noted: ReadonlyMap<string, LeftOut> | null = null;
  private readonly file: SideNote<z.infer<typeof schema>>;

  /** The note is in a file, because the paths may be read only days later. */
  constructor(
    private readonly workTree: string,
    path: string,
    onProblem: ReportProblem,
  ) {
    this.file = new SideNote(path, schema, onProblem);
  }

  /**
   * Notes paths that a look at a running turn could not read. Paths that existed when the turn
   * began are not its work, and paths that the look has read are known, even in a folder with too
   * many files.
   */
  async note(
    refused: readonly RefusedPath[],
    turnId: TurnId | null,
    isUnseen: (path: string) => boolean,
    isRead: (path: string) => boolean,
  ): Promise<void> {
    const noted = await this.read();
    if (refused.length === 0 && noted.size === 0) return;
    const earlier = [...noted].filter(([path]) => isUnseen(path));
    const files = await this.filesOf(refused);
    const paths = files.filter((path) => !isUnseen(path) && !isRead(path));
    const marks = await fileMarks(this.workTree, paths.slice(0, UNSEEN_MARKS));
    const closed = new Set(refused.filter(({ isOpen }) => !isOpen).map(({ path }) => path));
    const markOf = (path: string) => {
      if (isFolder(path)) return closed.has(path) ? NO_MARK : null;
      return marks.get(path) ?? NO_MARK;
    };
    const now = paths.map((path) => {
      const mark = markOf(path);
      const before = noted.get(path);
      const isUntouched = before !== undefined && mark !== NO_MARK && before.mark === mark;
      return [path, isUntouched ? before : { mark, turnId }] as const;
    });
    await this.keep(new Map([...earlier, ...now]));
  }

  async hasAny(): Promise<boolean> {
    return (await this.read()).size > 0;
  }

  /**
   * Files that are as the agent left them. If the agent changes them in another turn, that is its
   * work, too.
   */
  async untouched(): Promise<readonly string[]> {
    const marked = [...(await this.read())].filter(([, { mark }]) => mark !== null);
    const marks = await fileMarks(
      this.workTree,
      marked.map(([path]) => path),
    );
    const isSame = ([path, { mark }]: (typeof marked)[number]) =>
      mark !== GONE && marks.get(path) === mark;
    return marked.filter(isSame).map(([path]) => path);
  }

  /** The left-out ones among paths that can now be read between turns. */
  async late(paths: readonly LatePath[]): Promise<LateFiles> {
    const noted = await this.read();
    const agents = new Map<string, TurnId | null>();
    if (noted.size === 0) return { agents, unclear: [] };
    const marked = new Map([...noted].filter(([, { mark }]) => mark !== null));
    const isLate = ({ path, isKnown }: LatePath) =>
      noted.has(EVERYTHING) || isAmong(isKnown ? marked : noted, path);
    const found = paths.filter(isLate).map(({ path }) => path);
    const marks = await fileMarks(this.workTree, found);
    for (const [path, mark] of marks) {
      const leftOut = noted.get(path);
      if (leftOut && (mark === leftOut.mark || mark === GONE)) agents.set(path, leftOut.turnId);
    }
    return { agents, unclear: found.filter((path) => !agents.has(path)) };
  }

  /**
   * Between turns, forgets all paths except those that a look has refused: the others were read, or
   * are gone.
   */
  async forgetAllBut(refused: readonly string[]): Promise<void> {
    const noted = await this.read();
    if (noted.size === 0) return;
    const names = new Set(refused);
    const unknown = { mark: NO_MARK, turnId: null };
    const kept = noted.has(EVERYTHING)
      ? refused.map((path) => [path, unknown] as const)
      : [...noted].filter(([path]) => isAmong(names, path));
    await this.keep(new Map(kept));
  }

  private async filesOf(refused: readonly RefusedPath[]): Promise<readonly string[]> {
    const paths: string[] = [];
    for (const { path, isOpen } of refused) {
      const bound = UNSEEN_MARKS - paths.length;
      const inner =
        isFolder(path) && isOpen ? await filesBelow(this.workTree, path, bound) : [path];
      pushAll(paths, inner ?? [path]);
    }
    return paths;
  }

  private async keep(noted: ReadonlyMap<string, LeftOut>): Promise<void> {
    const before = this.noted;
    this.noted = noted;
    const isSame = ([path, { mark, turnId }]: readonly [string, LeftOut]) =>
      before?.get(path)?.mark === mark && before.get(path)?.turnId === turnId;
    if (before?.size === noted.size && [...noted].every(isSame)) return;
    await this.file.write({
      v: 1,
      files: [...noted].map(([path, { mark, turnId }]) => [path, mark, turnId]),
    });
  }

  private async read(): Promise<ReadonlyMap<string, LeftOut>> {
    if (this.noted !== null) return this.noted;
    const note = await this.file.read();
    if (note === 'damaged' || note === 'unavailable') {
      this.noted = new Map([[EVERYTHING, { mark: null, turnId: null }]]);
      return this.noted;
    }
    const files = note === 'none' ? [] : note.files;
    this.noted = new Map(
      files.map(([path, mark, turnId]) => [path, { mark, turnId: turnId as TurnId | null }]),
    );
    return this.noted;
  }
}
