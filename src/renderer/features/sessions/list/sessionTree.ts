import type { SessionSummary } from '#shared/session/summary';
import { folderName } from '#window/state/folderName';
import { titleOf } from '#window/state/session/sessionsStore';

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
      readonly kind: 'session';
      readonly level: 2;
      readonly key: string;
      readonly session: SessionSummary;
      readonly position: Position;
    };

/** The position of a row on its level, for screen readers; from 1. */
interface Position {
  readonly index: number;
  readonly count: number;
}

export interface TreeView {
  readonly filter: string;
  readonly folded: readonly string[];
  readonly showsArchived: boolean;
}

/** The rows of the sidebar from the top. The newest come first, and a row never moves because its session did something. */
export function sessionTreeRows(
  sessions: Iterable<SessionSummary>,
  { filter, folded, showsArchived }: TreeView,
): readonly SessionTreeRow[] {
  const isFiltered = filter.trim() !== '';
  const matching = [...sessions]
    .filter((session) => matches(session, filter))
    .toSorted((left, right) => right.createdAt - left.createdAt);
  const projects = Map.groupBy(
    matching.filter(({ archived }) => !archived),
    ({ project }) => project,
  );
  const archived = matching.filter((session) => session.archived);
  const count = projects.size + (archived.length > 0 ? 1 : 0);
  const names = [...projects.keys()].map(folderName);

  const rows = [...projects].flatMap(([project, members], index): SessionTreeRow[] => {
    // Matches are shown, whatever is collapsed.
    const isOpen = isFiltered || !folded.includes(project);
    const name = folderName(project);
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
      ...(isOpen ? sessionRows(members) : []),
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
    position: { index: index + 1, count: sessions.length },
  }));
}

/** Every word must be in the title, the agent's name or the project's. */
function matches(session: SessionSummary, filter: string): boolean {
  const text = `${titleOf(session)} ${session.agent.name} ${session.project}`.toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
