import { ListFilter, MessagesSquare, SearchX } from 'lucide-react';
import { lazy, Suspense, useMemo } from 'react';
import { useAllChangedLines } from '#window/state/session/changedLines';
import { showSessions, useSessionList } from '#window/state/session/sessionListStore';
import { useSessionSets } from '#window/state/session/sessionSets';
import { useSessions } from '#window/state/session/sessionsStore';
import { useSettings } from '#window/state/settingsStore';
import { EmptyState } from '#window/ui/EmptyState';
import { Button } from '#window/ui/form/Button';
import { SearchHits } from './SearchHits';
import { SessionFilter } from './SessionFilter';
import styles from './SessionList.module.css';
import { sessionTreeRows } from './sessionTree';
import { useSearch } from './useSearch';

// The tree's menu loads the positioning code, which the first paint does not need.
const SessionTree = lazy(async () => ({ default: (await import('./SessionTree')).SessionTree }));

/** The sidebar's list: all sessions by project, and the matches of a search in them. */
export function SessionList() {
  const sessions = useSessions();
  const filter = useSessionList((state) => state.filter);
  const folded = useSessionList((state) => state.folded);
  const showsArchived = useSessionList((state) => state.showsArchived);
  const shown = useSessionList((state) => state.shown);
  const order = useSessionList((state) => state.order);
  const lines = useAllChangedLines();
  const projects = useSettings((settings) => settings.projects);
  const sets = useSessionSets();
  const rows = useMemo(
    () =>
      sessionTreeRows(sessions?.values() ?? [], {
        filter,
        folded,
        showsArchived,
        shown,
        order,
        lines,
        projects,
        sets,
      }),
    [sessions, filter, folded, showsArchived, shown, order, lines, projects, sets],
  );
  const search = useSearch(filter);
  if (sessions === null) return null;
  if (sessions.size === 0) return <NoSessions />;
  const foundNothing = rows.length === 0 && search.state === 'done' && search.hits.length === 0;
  return (
    <>
      <SessionFilter />
      <div className={styles.scroller}>
        {rows.length > 0 && (
          <Suspense fallback={null}>
            <SessionTree rows={rows} />
          </Suspense>
        )}
        {rows.length === 0 && shown !== 'all' && filter.trim() === '' ? (
          <EmptyState
            icon={ListFilter}
            title={emptyTitles[shown]}
            action={
              <Button size="small" onClick={() => showSessions('all')}>
                Show all sessions
              </Button>
            }
          >
            The list shows only sessions in this state.
          </EmptyState>
        ) : foundNothing ? (
          <EmptyState icon={SearchX} title="Nothing found">
            No session’s title or transcript has these words.
          </EmptyState>
        ) : (
          <SearchHits search={search} />
        )}
      </div>
    </>
  );
}

const emptyTitles = {
  waiting: 'No session is waiting for you',
  review: 'No session is ready for review',
  failed: 'No session has failed',
  working: 'No session is working',
} as const;

function NoSessions() {
  return (
    <EmptyState icon={MessagesSquare} title="No sessions yet">
      Give an agent a task and it appears here, with what it is doing and whether it is waiting for
      you.
    </EmptyState>
  );
}
