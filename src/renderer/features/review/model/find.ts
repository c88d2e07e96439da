import type { SessionId } from '#shared/ids';
import type { FoundInChange } from '#shared/ipc/changes';
import { reportError } from '#window/diagnostics/reportError';
import { call } from '#window/ipc/client';
import { sessionChanges } from '#window/state/session/sessionChanges';
import { latestByPath } from './reviewedFiles';
import type { ReviewFind } from './reviewFind';
import { reviewStore } from './reviewStore';
import { showLine } from './showPlace';

const nothing: Omit<ReviewFind, 'query'> = {
  lines: [],
  isComplete: true,
  isSearching: false,
  index: null,
};

export function openFind(session: SessionId): void {
  reviewStore(session).setState(({ find }) => ({ find: find ?? { query: '', ...nothing } }));
}

export function closeFind(session: SessionId): void {
  reviewStore(session).setState({ find: null });
}

/** Searches for another text. While main is searching, only the newest query waits. */
export function setFindQuery(session: SessionId, query: string): void {
  const store = reviewStore(session);
  const isSearching = store.getState().find?.isSearching ?? false;
  store.setState({ find: { query, ...nothing, isSearching: query !== '' || isSearching } });
  if (!isSearching && query !== '') search(session).catch(reportError);
}

/** Goes to the next or the previous match, wrapping at the ends. */
export function stepFind(session: SessionId, by: 1 | -1): void {
  const store = reviewStore(session);
  const { find } = store.getState();
  if (find === null || find.lines.length === 0) return;
  const count = find.lines.length;
  const index = ((find.index ?? (by === 1 ? -1 : 0)) + by + count) % count;
  store.setState({ find: { ...find, index } });
  showMatch(session, find.lines[index]);
}

async function search(session: SessionId): Promise<void> {
  const store = reviewStore(session);
  const wanted = () => store.getState().find?.query ?? '';
  let query = wanted();
  try {
    while (query !== '') {
      const changeIds = latestByPath(sessionChanges(session)?.changes ?? []).map(
        ({ change }) => change.changeId,
      );
      const found = await call('changes.find', { sessionId: session, changeIds, text: query });
      if (query === wanted()) {
        store.setState({ find: { query, ...found, isSearching: false, index: null } });
        return;
      }
      query = wanted();
    }
  } finally {
    store.setState(({ find }) => ({ find: find && { ...find, isSearching: false } }));
  }
}

function showMatch(session: SessionId, match: FoundInChange | undefined): void {
  const files = latestByPath(sessionChanges(session)?.changes ?? []);
  const view = files.find(({ change }) => change.changeId === match?.changeId);
  if (view === undefined || match === undefined) return;
  showLine(session, view, match);
}
