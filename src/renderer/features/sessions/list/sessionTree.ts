import type { SessionId } from '#shared/ids';
import type { SessionSummary } from '#shared/session/summary';
import type { Settings } from '#shared/settings';
import { projectName } from '#window/state/projects/projectName';
import { memberNames } from '#window/state/session/memberNames';
import type { SessionOrder, ShownSessions } from '#window/state/session/sessionListStore';
import type { SessionSet } from '#window/state/session/sessionSets';
import { titleOf } from '#window/state/session/sessionsStore';
import { type ChangedLines, isToReview, type ShownStatus } from '#window/state/session/shownStatus';

export type SessionTreeRow =
  | {
      readonly kind: 'project';
      readonly level: 1;
      readonly key: string;
      readonly project: string;
      readonly name: string;
      /** Tells apart projects whose folders have the same name. */
      readonly detail: string | null;
      readonly count: number;
      readonly isOpen: boolean;
      readonly position: Position;
    }
  | {
      readonly kind: 'archive';
      readonly level: 1;
      readonly key: string;
      readonly count: number;
      readonly isOpen: boolean;
      readonly position: Position;
    }
  | {
      /** Sessions that were started together on one prompt. */
      readonly kind: 'set';
      readonly level: 2;
      readonly key: string;
      readonly sessionIds: SessionSet;
      readonly name: string;
      readonly isOpen: boolean;
      readonly position: Position;
    }
  | {
      readonly kind: 'session';
      /** 3: within a set. */
      readonly level: 2 | 3;
      readonly key: string;
      readonly session: SessionSummary;
      /** The part of its name that distinguishes it in its set; null outside one. */
      readonly memberName: string | null;
      readonly position: Position;
    };

/** The position of a row on its level, for screen readers; from 1. */
interface Position {
  readonly index: number;
  readonly count: number;
}

export interface TreeView {
  readonly filter: string;
  /** Projects by their path, and sets by their key. */
  readonly folded: readonly string[];
  readonly showsArchived: boolean;
  readonly shown: ShownSessions;
  readonly order: SessionOrder;
  /** The undecided lines of each session. */
  readonly lines: ChangedLines;
  /** The names that the user gave to projects. */
  readonly projects: Settings['projects'];
  /** Sessions that were started together, the oldest first. */
  readonly sets: readonly SessionSet[];
}

/**
 * The rows of the sidebar from the top, the newest first. Activity in a session never moves its
 * row, unless the user sorts by sessions that need them.
 */
export function sessionTreeRows(
  sessions: Iterable<SessionSummary>,
  { filter, folded, showsArchived, shown, order, lines, projects: given, sets }: TreeView,
): readonly SessionTreeRow[] {
  const isFiltered = filter.trim() !== '' || shown !== 'all';
  const rank = (session: SessionSummary) => (order === 'newest' ? 0 : needOf(session, lines));
  const matching = [...sessions]
    .filter((session) => matches(session, filter, given) && isShown(session, shown, lines))
    .toSorted((left, right) => rank(left) - rank(right) || right.createdAt - left.createdAt);
  const projects = Map.groupBy(
    matching.filter(({ archived }) => !archived),
    ({ project }) => project,
  );
  const archived = matching.filter((session) => session.archived);
  const count = projects.size + (archived.length > 0 ? 1 : 0);
  const names = [...projects.keys()].map((project) => projectName(project, given));

  const rows = [...projects].flatMap(([project, members], index): SessionTreeRow[] => {
    // Matches are shown even in collapsed projects.
    const isOpen = isFiltered || !folded.includes(project);
    const name = projectName(project, given);
    const isAmbiguous = names.filter((other) => other === name).length > 1;
    return [
      {
        kind: 'project',
        level: 1,
        key: `project:${project}`,
        project,
        name,
        detail: isAmbiguous ? project : null,
        count: members.length,
        isOpen,
        position: { index: index + 1, count },
      },
      ...(isOpen ? withSets(members, sets, (key) => isFiltered || !folded.includes(key)) : []),
    ];
  });
  if (archived.length === 0) return rows;
  const isOpen = isFiltered || showsArchived;
  rows.push({
    kind: 'archive',
    level: 1,
    key: 'archive',
    count: archived.length,
    isOpen,
    position: { index: count, count },
  });
  return isOpen ? [...rows, ...sessionRows(archived)] : rows;
}

function sessionRows(sessions: readonly SessionSummary[]): SessionTreeRow[] {
  return sessions.map((session, index) => ({
    kind: 'session',
    level: 2,
    key: session.id,
    session,
    memberName: null,
    position: { index: index + 1, count: sessions.length },
  }));
}

/**
 * Places a whole set at the position of its first session. The last remaining session of a set is
 * shown like any other.
 */
function withSets(
  sessions: readonly SessionSummary[],
  sets: readonly SessionSet[],
  isOpen: (key: string) => boolean,
): SessionTreeRow[] {
  const groups = groupsOf(sessions, sets);
  return groups.flatMap((members, index): SessionTreeRow[] => {
    const position = { index: index + 1, count: groups.length };
    const [first] = members;
    if (first === undefined) return [];
    if (members.length === 1) {
      const row = { level: 2, key: first.id, session: first, memberName: null, position } as const;
      return [{ kind: 'session', ...row }];
    }
    const key = setKey(members.map(({ id }) => id));
    const open = isOpen(key);
    const names = memberNames(members);
    return [
      {
        kind: 'set',
        level: 2,
        key,
        sessionIds: members.map(({ id }) => id),
        name: titleOf(first),
        isOpen: open,
        position,
      },
      ...(open
        ? members.map(
            (session, at): SessionTreeRow => ({
              kind: 'session',
              level: 3,
              key: session.id,
              session,
              memberName: names.get(session.id) ?? null,
              position: { index: at + 1, count: members.length },
            }),
          )
        : []),
    ];
  });
}

/** Each set at the place of its first session, with its sessions in the order of their start. */
function groupsOf(
  sessions: readonly SessionSummary[],
  sets: readonly SessionSet[],
): readonly (readonly SessionSummary[])[] {
  const byId = new Map(sessions.map((session) => [session.id, session]));
  const setOf = new Map<SessionId, SessionSet>();
  // A session that is also in a later set is shown there.
  for (const set of sets) for (const id of set) setOf.set(id, set);
  const done = new Set<SessionId>();
  return sessions.flatMap((session) => {
    if (done.has(session.id)) return [];
    const set = setOf.get(session.id) ?? [session.id];
    const members = set.flatMap((id) => (setOf.get(id) === set ? (byId.get(id) ?? []) : []));
    for (const { id } of members) done.add(id);
    return [members.length === 0 ? [session] : members];
  });
}

/** The key of a set, from its sessions in their order. */
function setKey([first]: SessionSet): string {
  return `set:${first}`;
}

const places: Readonly<Record<ShownStatus, number>> = {
  waiting: 0,
  failed: 1,
  review: 2,
  interrupted: 3,
  working: 4,
  starting: 4,
  idle: 5,
};

/** The more a session needs the user, the smaller the number. */
function needOf(session: SessionSummary, lines: ChangedLines): number {
  const { status } = session;
  return isToReview(session, lines) ? Math.min(places[status], places.review) : places[status];
}

function isShown(session: SessionSummary, shown: ShownSessions, lines: ChangedLines): boolean {
  switch (shown) {
    case 'all':
      return true;
    case 'waiting':
      return session.status === 'waiting';
    case 'working':
      return session.status === 'working' || session.status === 'starting';
    case 'review':
      return isToReview(session, lines);
    case 'failed':
      return session.status === 'failed' && !session.archived;
  }
}

/** Whether every word is in the title, the agent's name or the project's. */
function matches(session: SessionSummary, filter: string, given: Settings['projects']): boolean {
  const { agent, project } = session;
  const words = [titleOf(session), agent.name, project, projectName(project, given)];
  const text = words.join(' ').toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
