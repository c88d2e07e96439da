import type { EntryId } from '#shared/ids';
import type { EntryKind } from '#shared/session/entries';
import type { EntryPlace, StepKind } from '#shared/session/entryPlace';

/** Several reads, searches and edits in a row, drawn as one line that can be expanded. */
export interface StepRun {
  readonly members: readonly EntryId[];
  readonly counts: Readonly<Record<StepKind, number>>;
  readonly isOpen: boolean;
}

/** One row of the list: an entry and its relation to the row above, or the line of a run. */
export interface ThreadRow {
  readonly id: EntryId;
  /** Present for the line of a run. Its id is that of its first member, with another kind. */
  readonly run?: StepRun;
  /** Whether the entry belongs to a subagent, whose row is above. */
  readonly nested: boolean;
  /** Whether this is a small row after another, so that the two are drawn close together. */
  readonly tight: boolean;
  /** The last row of a subagent. */
  readonly closes: boolean;
}

/** Shorter runs are drawn as they are, because a line for two rows would only save one. */
const RUN_LENGTH = 3;

/** Kinds of rows that take one line unless they are expanded. */
const compactKinds: ReadonlySet<string> = new Set<EntryKind | 'run'>([
  'run',
  'tool',
  'notice',
  'setting',
  'unknown',
  'compaction',
]);

interface RowSource {
  /** The place of an entry that is not in order. */
  place(id: EntryId): EntryPlace | undefined;
  isFolded(subagent: EntryId): boolean;
  isRunOpen(run: EntryId): boolean;
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
  const runs = runsIn(top, source);
  for (const id of top) {
    const run = runs.get(id);
    if (run?.members[0] === id) {
      const above = rows.at(-1);
      const tight = above !== undefined && isCompact(above.id) && !above.nested;
      rows.push({ id: runId(id), run, nested: false, tight, closes: false });
    }
    if (run && !run.isOpen) continue;
    add(id, false, false);
    const nested = children.get(id);
    if (nested === undefined || source.isFolded(id)) continue;
    nested.forEach((child, index) => {
      add(child, true, index === nested.length - 1);
    });
  }
  return rows;
}

/** The runs, keyed by each of their members. */
function runsIn(order: readonly EntryId[], source: RowSource): ReadonlyMap<EntryId, StepRun> {
  const runs = new Map<EntryId, StepRun>();
  let members: EntryId[] = [];
  let counts = { read: 0, search: 0, edit: 0 };
  const close = () => {
    const [first] = members;
    const steps = counts.read + counts.search + counts.edit;
    if (first !== undefined && steps >= RUN_LENGTH) {
      const run = { members, counts, isOpen: source.isRunOpen(runId(first)) };
      for (const member of members) runs.set(member, run);
    }
    members = [];
    counts = { read: 0, search: 0, edit: 0 };
  };
  for (const id of order) {
    const place = source.place(id);
    // A request that a rule allowed is part of the step that asked for it.
    if (place?.type === 'ruled' && members.length > 0) {
      members.push(id);
      continue;
    }
    if (place?.type !== 'step') {
      close();
      continue;
    }
    members.push(id);
    counts[place.step]++;
  }
  close();
  return runs;
}

function runId(first: EntryId): EntryId {
  return `run:${first}` as EntryId;
}

/** The row that shows an entry: its own, or the closed run that it is part of. */
export function rowOf(rows: readonly ThreadRow[], id: EntryId): ThreadRow | undefined {
  return (
    rows.find((row) => row.id === id) ?? rows.find(({ run }) => run?.members.includes(id) ?? false)
  );
}

/** The id of an entry contains its kind, so the kind is known before the entry is loaded. */
export function kindOf(id: EntryId): EntryKind {
  return id.slice(0, id.indexOf(':')) as EntryKind;
}

function isCompact(id: EntryId): boolean {
  return compactKinds.has(kindOf(id));
}

/**
 * Whether a row can be left out. A turn that the agent's end interrupted needs no row, because the
 * failure below says it.
 */
function isSilent(place: EntryPlace | undefined, next: EntryId | undefined): boolean {
  if (place?.type === 'silent') return true;
  if (place?.type !== 'turn-end') return false;
  if (place.reason === 'end_turn') return true;
  return place.reason === 'interrupted' && next !== undefined && kindOf(next) === 'failure';
}
