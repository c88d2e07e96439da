import type { EntryId } from '#shared/ids';
import { type Entry, type EntryKind, entryId } from '#shared/session/entries';

/** One line of the list: an entry, and how it stands to the one above. */
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
const compactKinds: ReadonlySet<EntryKind> = new Set(['tool', 'notice', 'unknown', 'compaction']);

interface RowSource {
  /** Undefined while the entry is still in main. */
  entry(id: EntryId): Entry | undefined;
  isFolded(subagent: EntryId): boolean;
}

/**
 * Pure: the rows of a transcript. What a subagent said and did stands below its row, wherever it
 * came in between; ends of turns that went as they should are left out.
 */
export function threadRows(order: readonly EntryId[], source: RowSource): readonly ThreadRow[] {
  const known = new Set(order.filter((id) => kindOf(id) === 'subagent'));
  const children = new Map<EntryId, EntryId[]>();
  const top: EntryId[] = [];
  order.forEach((id, index) => {
    const parent = known.size === 0 ? null : parentOf(source.entry(id));
    if (parent !== null && known.has(parent)) {
      const siblings = children.get(parent);
      if (siblings) siblings.push(id);
      else children.set(parent, [id]);
    } else if (!isSilent(id, order[index + 1], source)) {
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

function parentOf(entry: Entry | undefined): EntryId | null {
  if (entry?.kind !== 'message' && entry?.kind !== 'tool') return null;
  return entry.subagent === null ? null : entryId('subagent', entry.subagent);
}

/** A turn that the agent's end interrupted needs no words of its own: the failure below says it. */
function isSilent(id: EntryId, next: EntryId | undefined, source: RowSource): boolean {
  if (kindOf(id) !== 'turn-end') return false;
  const entry = source.entry(id);
  if (entry?.kind !== 'turn-end') return false;
  if (entry.reason === 'end_turn') return true;
  return entry.reason === 'interrupted' && next !== undefined && kindOf(next) === 'failure';
}

/** True if rows must be made anew once this entry has come: it goes elsewhere, or nowhere. */
export function movesRows(entry: Entry): boolean {
  return (
    parentOf(entry) !== null ||
    (entry.kind === 'turn-end' && (entry.reason === 'end_turn' || entry.reason === 'interrupted'))
  );
}
