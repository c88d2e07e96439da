import { randomName } from '#main/base/randomName';
import { sameVersion } from '#shared/airlock/change';
import type { Composition } from '#shared/airlock/compose';
import {
  type CrossingPlan,
  type CrossingRequest,
  type PlannedWrite,
  planCrossing,
  transition,
} from '#shared/airlock/crossingPlan';
import type { Effect, LocatedVersion, Place } from '#shared/airlock/ledger';
import type { EffectRunner } from './effectRunner';
import type { ObjectStore } from './git/objectStore';
import type { PresentFile } from './presentFile';
import { sideOf, type Versions } from './versions';

export interface EffectPlannerParts {
  readonly effects: EffectRunner;
  readonly versions: Versions;
  readonly store: ObjectStore;
}

export interface PlannedCrossing {
  readonly effects: readonly Effect[];
  readonly conflicts: CrossingPlan['conflicts'];
}

export const NO_CROSSING: PlannedCrossing = { effects: [], conflicts: new Map() };

/** Looks at files as they are, and says which writes lead to what is wanted of them. */
export class EffectPlanner {
  constructor(private readonly parts: EffectPlannerParts) {}

  /** Into the user's files, around whatever they hold by now. */
  async cross(request: CrossingRequest): Promise<PlannedCrossing> {
    const paths = [request.from?.path, request.to?.path].filter((path) => path !== undefined);
    const present = await this.present('project', paths);
    const plan = planCrossing(request, (path) => sideOf(present.get(path) ?? null));
    const known = request.from?.content;
    const isKept = (file: PresentFile | null) =>
      known?.type === 'kept' && known.version.blob === file?.version.blob;
    if (plan.writes.length > 0) {
      await this.keep([...present.values()].filter((file) => !isKept(file)));
    }
    const effects = await this.effects('project', plan.writes, present);
    return { effects, conflicts: plan.conflicts };
  }

  /** In the agent's files, if they are what is expected of them; null if they are not. */
  async turn(
    expected: LocatedVersion | null,
    from: Composition | null,
    to: Composition | null,
  ): Promise<readonly Effect[] | null> {
    const writes = transition(from, to);
    const place = (from ?? to)?.path;
    const paths = [...writes.map(({ path }) => path), ...(place === undefined ? [] : [place])];
    const present = await this.present('workspace', paths);
    const found = place === undefined ? null : (present.get(place)?.version ?? null);
    if (!sameVersion(found, expected?.version ?? null)) return null;
    return this.effects('workspace', writes, present);
  }

  /** Puts one text in the place of what the user's file holds. */
  async replace(path: string, present: PresentFile | null, file: PlannedWrite['file']) {
    await this.keep([present]);
    return this.effects('project', [{ path, file }], new Map([[path, present]]));
  }

  /** Back to what was there before, byte for byte; null unless the files are as they were left. */
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

  private async present(
    place: Place,
    paths: readonly string[],
  ): Promise<ReadonlyMap<string, PresentFile | null>> {
    const present = new Map<string, PresentFile | null>();
    for (const path of new Set(paths)) {
      present.set(path, await this.parts.effects.read(place, path));
    }
    return present;
  }

  /** What the user has must be at hand to finish a move after a crash, or to be brought back. */
  private async keep(files: readonly (PresentFile | null)[]): Promise<void> {
    for (const file of files) if (file) await this.parts.store.write(file.bytes);
  }

  private async effects(
    place: Place,
    writes: readonly PlannedWrite[],
    present: ReadonlyMap<string, PresentFile | null>,
  ): Promise<readonly Effect[]> {
    const effects: Effect[] = [];
    for (const { path, file } of writes) {
      effects.push({
        place,
        path,
        expected: present.get(path)?.version ?? null,
        next: file && (await this.parts.versions.keep(file)),
        temporary: temporaryName(),
      });
    }
    return effects;
  }
}

/** Of a form that is known to be ours, and such that nobody can put something there first. */
export function temporaryName(): string {
  return `.airlock-${randomName()}.tmp`;
}
