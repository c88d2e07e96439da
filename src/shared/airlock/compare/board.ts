import type { ChangeId, SessionId } from '#shared/ids';
import type { ChangeView } from '../changeView';

/** How far the agents agree on a file. Agents that left it alone count, too. */
export type Agreement = 'all' | 'some' | 'none';

/** The keys of a change's hunks, as far as they are known yet. */
export type KnownKeys = ReadonlyMap<ChangeId, readonly string[]>;

export interface BoardMember {
  readonly sessionId: SessionId;
  readonly changes: readonly ChangeView[];
}

/** What one agent did to a file. */
export interface BoardCell {
  readonly view: ChangeView;
  /** Equal for agents that did the same to this file, counted from zero; null while unknown. */
  readonly group: number | null;
  /** How many of its hunks another agent has, too. */
  readonly shared: number;
}

export interface BoardRow {
  /** The path before the change, since agents may move a file to different places. */
  readonly path: string;
  /** In the order of the members; null where the agent left the file alone. */
  readonly cells: readonly (BoardCell | null)[];
  /** Null while not all keys are known. */
  readonly agreement: Agreement | null;
}

/** Files × agents, by path. */
export function boardOf(members: readonly BoardMember[], keys: KnownKeys): readonly BoardRow[] {
  const latest = members.map(({ changes }) => latestByPath(changes));
  const paths = new Set(latest.flatMap((byPath) => [...byPath.keys()]));
  return [...paths].sort(byCodeUnit).map((path) => {
    const views = latest.map((byPath) => byPath.get(path) ?? null);
    return { path, ...compare(views, keys) };
  });
}

function latestByPath(changes: readonly ChangeView[]): ReadonlyMap<string, ChangeView> {
  return new Map(
    changes
      .filter(({ status }) => status === 'open' || status === 'settled')
      .map((view) => [view.change.oldPath ?? view.change.path, view]),
  );
}

function compare(
  views: readonly (ChangeView | null)[],
  keys: KnownKeys,
): Pick<BoardRow, 'cells' | 'agreement'> {
  const known = views.map((view) => (view === null ? [] : keys.get(view.change.changeId)));
  const owners = new Map<string, number>();
  for (const own of known) {
    for (const key of new Set(own)) owners.set(key, (owners.get(key) ?? 0) + 1);
  }
  const groups = new Map<string, number>();
  const cells = views.map((view, index): BoardCell | null => {
    if (view === null) return null;
    const own = known[index];
    if (own === undefined) return { view, group: null, shared: 0 };
    const whole = [...own].sort(byCodeUnit).join('\n');
    if (!groups.has(whole)) groups.set(whole, groups.size);
    const shared = own.filter((key) => (owners.get(key) ?? 0) > 1).length;
    return { view, group: groups.get(whole) ?? null, shared };
  });
  if (known.includes(undefined)) return { cells, agreement: null };
  const isSame = groups.size === 1 && !cells.includes(null);
  const isShared = cells.some((cell) => cell !== null && cell.shared > 0);
  return { cells, agreement: isSame ? 'all' : isShared ? 'some' : 'none' };
}

function byCodeUnit(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
