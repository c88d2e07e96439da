import type { EntryId } from '#shared/ids';
import type { EntryKind } from '#shared/session/entries';
import type { EntryPlace } from '#shared/session/entryPlace';

/** One row of the list: an entry, and its relation to the one above. */
export interface ThreadRow {
  readonly id: EntryId;
  /** Belongs to a subagent, whose row is above. */
  readonly nested: boolean;
  /** A small row after another: they are drawn close together. */
  readonly tight: boolean;
  /** The last row of a subagent. */
  readonly closes: boolean;
}

/** Rows that are one line each unless they are unfolded. */
const compactKinds: ReadonlySet<EntryKind> = new Set([
  'tool',
  'notice',
  'setting',
  'unknown',
  'compaction',
]);

interface RowSource {
  /** The places of entries that are not in order. */
  place(id: EntryId): EntryPlace | undefined;
  isFolded(subagent: EntryId): boolean;
}

/**
 * Pure: the rows of a transcript. A subagent's entries are below its row, wherever they came;
 * normal ends of turns are left out.
 */
export function threadRows(order: readonly EntryId[], source: RowSource): readonly ThreadRow[] {
  const known = new Set(order.filter((id) => kindOf(id) === 'subagent'));
  const children = new Map<EntryId, EntryId[]>();
  const top: EntryId[] = [];
  order.forEach((id, index) => {
    const place = source.place(id);
    if (place?.type === 'nested' && known.has(place.parent)) {
      const siblings = children.get(place.parent);
      if (siblings) siblings.push(id);
      else children.set(place.parent, [id]);
    } else if (!isSilent(place, order[index + 1])) {
      top.push(id);
    }
  });
  const rows: ThreadRow[] = [];
  const add = (id: EntryId, nested: boolean, closes: boolean) => {
    const above = rows.at(-1);
    const tight = above !== undefined && isCompact(above.id) && isCompact(id);
    rows.push({ id, nested, tight: tight && above.nested === nested, closes });
  };
  for (const id of top) {
    add(id, false, false);
    const nested = children.get(id);
    if (nested === undefined || source.isFolded(id)) continue;
    nested.forEach((child, index) => {
      add(child, true, index === nested.length - 1);
    });
  }
  return rows;
}

/** An entry says what it is by its id, even before it is here. */
export function kindOf(id: EntryId): EntryKind {
  return id.slice(0, id.indexOf(':')) as EntryKind;
}

function isCompact(id: EntryId): boolean {
  return compactKinds.has(kindOf(id));
}

/** A turn that the agent's end interrupted needs no words of its own: the failure below says it. */
function isSilent(place: EntryPlace | undefined, next: EntryId | undefined): boolean {
  if (place?.type === 'silent') return true;
  if (place?.type !== 'turn-end') return false;
  if (place.reason === 'end_turn') return true;
  return place.reason === 'interrupted' && next !== undefined && kindOf(next) === 'failure';
}
