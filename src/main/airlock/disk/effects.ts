import { lstatSync, rmdirSync } from 'node:fs';
import { blobId } from '#main/airlock/objects/objectHash';
import {
  intact,
  type ObjectStore,
  type StoredBlob,
  sideOf,
} from '#main/airlock/objects/objectStore';
import { AnchoredFolder } from '#main/base/files/anchoredFolder';
import { randomName } from '#main/base/files/randomName';
import { type FileMode, sameVersion } from '#shared/airlock/change';
import {
  type CrossingPlan,
  type CrossingRequest,
  type PlannedWrite,
  planCrossing,
  transition,
} from '#shared/airlock/crossingPlan';
import type { Composition } from '#shared/airlock/diff/compose';
import type { Effect, LocatedVersion, TreeSide } from '#shared/airlock/ledgerEvents';
import type { ObjectId } from '#shared/ids';
import { type PresentFile, readPresent } from './anchoredFile';
import {
  byItself,
  type EffectResult,
  EffectWriter,
  type Finish,
  finishNow,
  type Within,
} from './effectWriter';
import { HeldFolders } from './heldFolders';
import { mapLimited } from './mapLimited';
import { batchesOf, type EffectGroup, foldedPath, movesAmong, stepsOf } from './moves';

export interface PlannedCrossing {
  readonly effects: readonly Effect[];
  readonly conflicts: CrossingPlan['conflicts'];
}

export const NO_CROSSING: PlannedCrossing = { effects: [], conflicts: new Map() };

/** Blobs that one git command reads; few enough to be held in memory. */
const BLOBS_AT_ONCE = 32;
/** The number of parallel writes: most of their time is spent waiting for the disk. */
const WRITES_AT_ONCE = 8;

export interface EffectSurroundings {
  /** Called with the finished effects before anything else happens. */
  onDone?(effects: readonly Effect[]): Promise<void>;
  /**
   * Whether a folder stays although it is empty, because it was empty before, judged by when it was
   * created.
   */
  staysEmpty?(path: string, madeAt: number): Promise<boolean>;
  /** Throws if the disk with the user's files is missing. */
  assertProject?(): Promise<void>;
  /** Whether the content that an effect writes was there before. */
  wasThere?(effect: Effect): boolean;
}

/**
 * Reads the current files, plans the writes that lead to the wanted content, and carries them out.
 * Repeating an effect is always harmless.
 */
export class Effects {
  private readonly writer: EffectWriter;
  /** The deletions that may have left folders empty. */
  private readonly emptied: Effect[] = [];

  constructor(
    private readonly roots: Readonly<Record<TreeSide, string>>,
    private readonly store: ObjectStore,
    /** The folder for backups of files while they are overwritten in place. */
    backups: string,
    private readonly surroundings: EffectSurroundings = {},
  ) {
    const onDeleted = (effect: Effect) => this.emptied.push(effect);
    const wasThere = (effect: Effect) => surroundings.wasThere?.(effect) ?? false;
    this.writer = new EffectWriter({ roots, store, backups, onDeleted, wasThere });
  }

  /**
   * The current file; null if it does not exist. Throws if it is missing because the whole project
   * is missing.
   */
  async read(place: TreeSide, path: string): Promise<PresentFile | null> {
    const present = await this.inFolder(place, path, false, (folder, name) =>
      readPresent(folder, name, this.store.format),
    );
    if (present === null && this.isUsers(place)) await this.assertProject();
    return present;
  }

  /** Plans a change to the user's files, or the agent's, merged with their current content. */
  async cross(request: CrossingRequest, place: TreeSide = 'project'): Promise<PlannedCrossing> {
    const { from, to } = request;
    const paths = [from?.path, to?.path].filter((path) => path !== undefined);
    const present = withoutAlias(await this.present(place, paths), from, to);
    const plan = planCrossing(request, (path) => sideOf(present.get(path) ?? null));
    const known = from?.content;
    const isKept = (file: PresentFile | null) =>
      known?.type === 'kept' && known.version.blob === file?.version.blob;
    if (plan.writes.length > 0) {
      await this.keep([...present.values()].filter((file) => !isKept(file)));
    }
    const effects = await this.planned(place, plan.writes, present);
    return { effects, conflicts: plan.conflicts };
  }

  /** Plans a change to the agent's files; null if they do not have the expected content. */
  async turn(
    expected: LocatedVersion | null,
    from: Composition | null,
    to: Composition | null,
  ): Promise<readonly Effect[] | null> {
    const writes = transition(from, to);
    const place = (from ?? to)?.path;
    const paths = [...writes.map(({ path }) => path), ...(place === undefined ? [] : [place])];
    const present = withoutAlias(await this.present('workspace', paths), from, to);
    const found = place === undefined ? null : (present.get(place)?.version ?? null);
    if (!sameVersion(found, expected?.version ?? null)) return null;
    return this.planned('workspace', writes, present);
  }

  /** Plans to replace the content of the user's file. */
  async replace(path: string, present: PresentFile | null, file: PlannedWrite['file']) {
    await this.keep([present]);
    return this.planned('project', [{ path, file }], new Map([[path, present]]));
  }

  /** Plans to restore the former content byte for byte; null if the files have changed since. */
  async reverse(effects: readonly Effect[]): Promise<readonly Effect[] | null> {
    const paths = effects.map(({ path }) => path);
    const present = await this.present('project', paths);
    const isLeft = effects.every(({ path, next }) =>
      sameVersion(present.get(path)?.version ?? null, next),
    );
    if (!isLeft) return null;
    return effects
      .map(({ place, path, expected, next }) => ({
        place,
        path,
        expected: next,
        next: expected,
        temporary: temporaryName(),
      }))
      .reverse();
  }

  /**
   * Runs all effects, in order where it matters. A failure does not stop the others, except for a
   * moved file: it is not removed from its old path if it cannot be written to the new one.
   */
  async run(
    effects: readonly Effect[],
    /** Blobs that were read and checked for the plan. */
    known: ReadonlyMap<ObjectId, Buffer> = new Map(),
    groups: readonly EffectGroup[] = movesAmong(effects),
  ): Promise<readonly PromiseSettledResult<EffectResult>[]> {
    const results: Results = new Map();
    for (const batch of batchesOf(groups, BLOBS_AT_ONCE)) {
      const wanted = batch.flat().flatMap(({ next }) => next?.blob ?? []);
      const blobs = await this.store.readAll(wanted.filter((blob) => !known.has(blob)));
      const blobOf = ({ next }: Effect) => next && (known.get(next.blob) ?? blobs.get(next.blob));
      const isUsers = ({ place }: Effect) => this.isUsers(place);
      const isUsersToo = batch.flat().some(isUsers);
      const [there] = isUsersToo ? await Promise.allSettled([this.assertProject()]) : [];
      const perform: Perform = async (effect, within) => {
        if (there?.status === 'rejected' && isUsers(effect)) throw there.reason;
        return this.perform(effect, blobOf(effect), within);
      };
      const { first, last } = stepsOf(batch);
      await this.runStep(first, perform, results);
      for (const [effect, writes] of last) {
        const obstacle = writes.map((write) => results.get(write)).find((one) => !isDone(one));
        if (obstacle) results.set(effect, obstacle);
      }
      const rest = [...last.keys()].filter((effect) => !results.has(effect));
      await this.runStep(rest, perform, results);
      for (const group of batch) await this.putBack(group, results);
    }
    await this.surroundings.onDone?.(effects.filter((effect) => isDone(results.get(effect))));
    return effects.map((effect) => {
      const result = results.get(effect);
      if (result === undefined) throw new Error('Every effect has a result.');
      return result;
    });
  }

  private async runStep(
    effects: readonly Effect[],
    perform: Perform,
    results: Results,
  ): Promise<void> {
    const canBeTogether = effects.length > 1 && areIndependent(effects);
    const done = canBeTogether ? await together(effects, perform) : [];
    for (const [index, effect] of effects.entries()) {
      const result = done[index];
      // Parallel writes need more disk space than writes one after the other.
      if (result?.status === 'fulfilled') {
        results.set(effect, result);
        continue;
      }
      const [alone] = await Promise.allSettled([perform(effect, byItself).then(finishNow)]);
      results.set(effect, alone);
      await this.removeEmptied();
    }
    await this.removeEmptied();
  }

  /**
   * Undoes the parts of a failed move, so that the file is not left at both paths or at neither.
   */
  private async putBack(group: EffectGroup, results: Results): Promise<void> {
    const obstacle = group.map((effect) => results.get(effect)).find((result) => !isDone(result));
    if (obstacle === undefined) return;
    for (const effect of group) {
      if (!isDone(results.get(effect))) continue;
      const { expected, next } = effect;
      const back = { ...effect, expected: next, next: expected, temporary: temporaryName() };
      const [result] = await this.run([back], undefined, [[back]]);
      if (isDone(result)) results.set(effect, obstacle);
    }
  }

  /**
   * Runs all effects; returns the paths that could not be written, or that somebody else has
   * changed.
   */
  async carryOut(effects: readonly Effect[]): Promise<readonly string[]> {
    const results = await this.run(effects);
    return effects.filter((_, index) => !isDone(results[index])).map(({ path }) => path);
  }

  /** Writes bytes that are not stored, so the write cannot be finished after a crash. */
  async write(effect: Omit<Effect, 'next'>, bytes: Buffer, mode: FileMode): Promise<EffectResult> {
    const blob = blobId(bytes, this.store.format);
    const whole = { ...effect, next: { blob, mode, bytes: bytes.length } };
    if (this.isUsers(effect.place)) await this.assertProject();
    const result = await this.writer.apply(whole, bytes, byItself).then(finishNow);
    if (result === 'done') await this.surroundings.onDone?.([whole]);
    return result;
  }

  /** Whether the files are the user's; in place, both trees are. */
  private isUsers(place: TreeSide): boolean {
    return this.roots[place] === this.roots.project;
  }

  /**
   * I18: throws if the project's folder was replaced by an empty one: nothing is read from it or
   * written to it.
   */
  private async assertProject(): Promise<void> {
    await this.surroundings.assertProject?.();
  }

  private async present(
    place: TreeSide,
    paths: readonly string[],
  ): Promise<ReadonlyMap<string, PresentFile | null>> {
    const present = new Map<string, PresentFile | null>();
    for (const path of new Set(paths)) {
      present.set(path, await this.read(place, path));
    }
    return present;
  }

  /** Stores the current versions, so that a move can be finished after a crash, or undone. */
  private async keep(files: readonly (PresentFile | null)[]): Promise<void> {
    for (const file of files) if (file) await this.store.write(file.bytes);
  }

  private async planned(
    place: TreeSide,
    writes: readonly PlannedWrite[],
    present: ReadonlyMap<string, PresentFile | null>,
  ): Promise<readonly Effect[]> {
    const effects: Effect[] = [];
    for (const { path, file } of inRoomOrder(writes)) {
      effects.push({
        place,
        path,
        expected: present.get(path)?.version ?? null,
        next: file && (await this.store.keep(file)),
        temporary: temporaryName(),
      });
    }
    return effects;
  }

  private async perform(
    effect: Effect,
    blob: StoredBlob | null | undefined,
    within: Within,
  ): Promise<Finish> {
    return this.writer.apply(effect, effect.next && intact(blob ?? undefined, effect.path), within);
  }

  /** Null if a folder on the way is missing and must not be created. */
  private async inFolder<T>(
    place: TreeSide,
    path: string,
    create: boolean,
    task: (folder: AnchoredFolder, name: string) => Promise<T>,
  ): Promise<T | null> {
    return AnchoredFolder.within(this.roots[place], path, { create }, task);
  }

  /** Must not run while other effects do, because they may be about to write in these folders. */
  private async removeEmptied(): Promise<void> {
    for (const effect of this.emptied.splice(0)) await this.removeEmptyFolders(effect);
  }

  /** Like git, removes folders without files, unless they were empty before. */
  private async removeEmptyFolders({ place, path: file }: Effect): Promise<void> {
    const parts = file.split('/').slice(0, -1);
    while (parts.length > 0) {
      const path = parts.join('/');
      const isRemoved = await this.inFolder(place, path, false, async (folder, name) => {
        try {
          const { birthtimeMs } = lstatSync(folder.at(name));
          if (await this.surroundings.staysEmpty?.(path, birthtimeMs)) return false;
          rmdirSync(folder.at(name));
          return true;
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code === undefined) throw error;
          return false;
        }
      });
      if (!isRemoved) return;
      parts.pop();
    }
  }
}

type Results = Map<Effect, PromiseSettledResult<EffectResult>>;

function isDone(result: PromiseSettledResult<EffectResult> | undefined): boolean {
  return result?.status === 'fulfilled' && result.value === 'done';
}

/** Begins one effect, in a folder that `within` opens. */
type Perform = (effect: Effect, within: Within) => Promise<Finish>;

/**
 * Runs a limited number of effects at a time, and syncs each folder once. Files get their names
 * when all are written, because a rename waits for the syncs of others and blocks the program.
 */
async function together(
  effects: readonly Effect[],
  perform: Perform,
): Promise<PromiseSettledResult<EffectResult>[]> {
  const folders = new HeldFolders();
  const within: Within = (...work) => folders.within(...work);
  const begun = await mapLimited(WRITES_AT_ONCE, effects, async (effect) => {
    const [result] = await Promise.allSettled([perform(effect, within)]);
    return result;
  });
  const done: PromiseSettledResult<EffectResult>[] = [];
  for (const half of begun) {
    const [whole] = await Promise.allSettled([settled(half).then(finishNow)]);
    done.push(whole);
  }
  const [released] = await Promise.allSettled([folders.release()]);
  return released.status === 'fulfilled' ? done : effects.map(() => released);
}

function settled<T>(result: PromiseSettledResult<T>): Promise<T> {
  return result.status === 'fulfilled'
    ? Promise.resolve(result.value)
    : Promise.reject(result.reason);
}

type PresentFiles = ReadonlyMap<string, PresentFile | null>;

/**
 * On a case-insensitive disk, a file is also found by the name that it is about to get. That is not
 * another file in the way.
 */
function withoutAlias(
  present: PresentFiles,
  from: Composition | null,
  to: Composition | null,
): PresentFiles {
  if (from === null || to === null || from.path === to.path) return present;
  const [old, next] = [present.get(from.path)?.status, present.get(to.path)?.status];
  const isAlias = foldedPath(from.path) === foldedPath(to.path) && old?.nlink === 1n;
  if (!isAlias || next?.ino !== old.ino || next.dev !== old.dev) return present;
  return new Map([...present, [to.path, null]]);
}

/**
 * Removes the old file first if both names may mean the same file. Removing it later would also
 * remove the new file.
 */
function inRoomOrder(writes: readonly PlannedWrite[]): readonly PlannedWrite[] {
  const names = new Set(writes.map(({ path }) => foldedPath(path)));
  if (names.size === writes.length) return writes;
  return writes.toSorted((one, other) => Number(one.file !== null) - Number(other.file !== null));
}

/** Whether no path equals another or lies below one, as when a folder replaces a file. */
function areIndependent(effects: readonly Effect[]): boolean {
  const paths = effects.map(({ place, path }) => `${place}/${foldedPath(path)}`);
  const taken = new Set(paths);
  const hasAbove = (path: string) => {
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      if (taken.has(path.slice(0, end))) return true;
    }
    return false;
  };
  return taken.size === paths.length && !paths.some(hasAbove);
}

/** A name that is recognisably ours, and that nobody can guess and use first. */
export function temporaryName(): string {
  return `.airlock-${randomName()}.tmp`;
}
