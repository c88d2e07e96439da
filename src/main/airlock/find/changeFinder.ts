import type { ObjectStore } from '#main/airlock/objects/objectStore';
import type { TreeDifference, TreeEntry } from '#main/airlock/tree/treeDifference';
import { versionOf } from '#main/airlock/tree/treeEntries';
import {
  type Authorship,
  type Change,
  type FileVersion,
  isFileMode,
  sameVersion,
} from '#shared/airlock/change';
import { type ChangeRecord, changeStatus, type LedgerState } from '#shared/airlock/ledger';
import type { LedgerEvent, LocatedVersion } from '#shared/airlock/ledgerEvents';
import { reviewOf } from '#shared/airlock/review';
import type { IdSource } from '#shared/ids';
import type { ChangeNotice } from '#shared/ipc/changes';

export type Author = (path: string) => Authorship;

export interface FinderParts {
  readonly store: ObjectStore;
  readonly ids: IdSource;
  /** In place, every change is found only after it was written. */
  readonly afterTheFact: boolean;
}

/** The new changes, and the paths that could not be compared. */
export interface Findings {
  readonly events: readonly LedgerEvent[];
  readonly notices: readonly ChangeNotice[];
}

/** A path that differs, with everything that is known about its two versions. */
interface Found {
  readonly path: string;
  readonly oldPath?: string;
  readonly base: FileVersion | null;
  readonly proposed: FileVersion | null;
}

/** Many files per step save git commands, but few enough that their texts fit in memory. */
const FILES_AT_ONCE = 32;

/** Finds what is new in the differences between the baseline and the agent's tree. */
export class ChangeFinder {
  constructor(private readonly parts: FinderParts) {}

  async find(
    state: LedgerState,
    differences: readonly TreeDifference[],
    author: Author,
  ): Promise<Findings> {
    const { measured, notices } = await this.measure(differences);
    const known = latestByPath(state);
    // Earlier findings for these paths are kept, since they cannot be disproved.
    for (const { path } of notices) known.delete(path);
    const events: LedgerEvent[] = [];
    const fresh: Found[] = [];
    for (const difference of measured) {
      const present = known.get(difference.path);
      if (present && isSame(present, difference)) known.delete(difference.path);
      else fresh.push(difference);
    }
    for (let start = 0; start < fresh.length; start += FILES_AT_ONCE) {
      const batch = fresh.slice(start, start + FILES_AT_ONCE);
      const sides = await this.parts.store.sidesOf(batch);
      for (const [index, difference] of batch.entries()) {
        const side = sides[index];
        if (side === undefined) throw new Error('Every difference has two sides.');
        const { path } = difference;
        if (!side.ok) {
          notices.push({ path, reason: 'not-kept' });
          known.delete(path);
          continue;
        }
        const { turnId, toolCallId, asked } = author(path);
        const change: Change = {
          changeId: this.parts.ids.mint('change'),
          ...difference,
          ...reviewOf(side.value),
          turnId,
          toolCallId,
          ...(asked !== undefined && { asked }),
          origin: 'scan',
          afterTheFact: this.parts.afterTheFact,
        };
        if (change.hunks.length > 0) events.push({ type: 'change.proposed', change });
      }
    }
    const isChanged = new Set(fresh.flatMap(({ path, oldPath }) => [path, oldPath]));
    const superseded: LedgerEvent[] = [];
    for (const [path, record] of known) {
      // A settled change is not reported again, until the agent changes the file again.
      if (changeStatus(record) === 'settled' && !isChanged.has(path)) continue;
      superseded.push({ type: 'change.superseded', changeId: record.change.changeId });
    }
    return { events: [...superseded, ...events], notices };
  }

  /** Measures the files, without those whose versions are not available. */
  private async measure(
    differences: readonly TreeDifference[],
  ): Promise<{ measured: readonly Found[]; notices: ChangeNotice[] }> {
    const entries = differences.flatMap(({ base, proposed }) => [base, proposed]);
    const files = entries.filter((entry) => entry !== null && isFileMode(entry.mode));
    const sizes = await this.parts.store.sizes(files.flatMap((entry) => entry?.blob ?? []));
    const isAtHand = (entry: TreeEntry | null) =>
      entry === null || !isFileMode(entry.mode) || sizes.has(entry.blob);
    const notices: ChangeNotice[] = [];
    const measured: Found[] = [];
    for (const { path, oldPath, base, proposed } of differences) {
      if (!isAtHand(base) || !isAtHand(proposed)) {
        notices.push({ path, reason: 'not-kept' });
        continue;
      }
      measured.push({
        path,
        ...(oldPath !== undefined && { oldPath }),
        base: versionOf(base, sizes),
        proposed: versionOf(proposed, sizes),
      });
    }
    return { measured, notices };
  }
}

function latestByPath(state: LedgerState): Map<string, ChangeRecord> {
  const latest = new Map<string, ChangeRecord>();
  for (const record of state.changes.values()) {
    const isFound = record.change.origin === 'scan' && !record.isSuperseded;
    if (isFound) latest.set(placeOf(record), record);
  }
  return latest;
}

/** The agent's path of the file, now or before; a rejected move has brought the file back. */
function placeOf({ change, standing }: ChangeRecord): string {
  return (standing.work ?? standing.base)?.path ?? change.path;
}

/**
 * Whether the file is known already: the baseline has the decisions so far, and the agent has not
 * changed the file since.
 */
function isSame({ standing }: ChangeRecord, found: Found): boolean {
  return (
    isAt(standing.base, found.base, found.oldPath ?? found.path) &&
    isAt(standing.work, found.proposed, found.path)
  );
}

function isAt(located: LocatedVersion | null, version: FileVersion | null, path: string): boolean {
  if (located === null || version === null) return located === version;
  return located.path === path && sameVersion(located.version, version);
}
