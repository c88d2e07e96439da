import type { ChangeView } from '#shared/airlock/changeView';
import type { AgentId, HunkId, SessionId } from '#shared/ids';
import type { ComposeConflict, HunkPicks } from '#shared/ipc/compare';

/** What was picked of one change. */
export function pickedHunks(
  picks: readonly HunkPicks[],
  sessionId: SessionId,
  { change }: ChangeView,
): readonly HunkId[] {
  const found = picks.find(
    (pick) => pick.sessionId === sessionId && pick.changeId === change.changeId,
  );
  return found?.hunkIds ?? [];
}

/** The same picks, with these hunks replacing the previous ones of a change. */
export function withPicks(
  picks: readonly HunkPicks[],
  sessionId: SessionId,
  { change }: ChangeView,
  hunkIds: readonly HunkId[],
): readonly HunkPicks[] {
  const { changeId } = change;
  const others = picks.filter((pick) => pick.sessionId !== sessionId || pick.changeId !== changeId);
  return hunkIds.length === 0 ? others : [...others, { sessionId, changeId, hunkIds }];
}

/** All hunks of these changes of one session, and nothing of any other session. */
export function allOf(sessionId: SessionId, views: readonly ChangeView[]): readonly HunkPicks[] {
  return views.map(({ change, hunks }) => ({
    sessionId,
    changeId: change.changeId,
    hunkIds: hunks.map(({ hunk }) => hunk.id),
  }));
}

/**
 * Drops picks that no longer exist, because agents continue while the user picks. Null: not known
 * yet.
 */
export function stillThere(
  picks: readonly HunkPicks[],
  viewsOf: (sessionId: SessionId) => readonly ChangeView[] | null,
): readonly HunkPicks[] {
  return picks.flatMap((pick) => {
    const views = viewsOf(pick.sessionId);
    if (views === null) return [pick];
    const view = views.find(({ change }) => change.changeId === pick.changeId);
    const known = new Set(view?.hunks.map(({ hunk }) => hunk.id));
    const hunkIds = pick.hunkIds.filter((id) => known.has(id));
    return hunkIds.length === 0 ? [] : [{ ...pick, hunkIds }];
  });
}

export function countHunks(picks: readonly HunkPicks[]): number {
  return picks.reduce((sum, { hunkIds }) => sum + hunkIds.length, 0);
}

/** Whether the hunk cannot be applied together with the other picks. */
export function isInConflict(
  conflicts: readonly ComposeConflict[],
  sessionId: SessionId,
  { change }: ChangeView,
  hunkId?: HunkId,
): boolean {
  return conflicts.some(({ picks }) =>
    picks.some(
      (pick) =>
        pick.sessionId === sessionId &&
        pick.changeId === change.changeId &&
        (hunkId === undefined || pick.hunkId === hunkId),
    ),
  );
}

/**
 * The agent for a composed session: the first of the agents with this task that can still be
 * started.
 */
export function composingAgent(
  tasked: readonly AgentId[],
  known: readonly AgentId[],
): AgentId | null {
  return tasked.find((id) => known.includes(id)) ?? null;
}
