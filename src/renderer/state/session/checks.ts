import { useEffect, useState } from 'react';
import type { ChosenHunks } from '#shared/checks/check';
import type { SessionId } from '#shared/ids';
import type { ChecksState, GivenOnce } from '#shared/ipc/checks';
import { reportError } from '#window/diagnostics/reportError';
import { call, onEvent } from '#window/ipc/client';

/** While an agent writes, its changes differ several times a second. */
const SETTLE_MILLISECONDS = 200;

/**
 * The checks of the session's project and their results for these hunks; undefined until main has
 * answered. `hunks` must be the same array as long as its content is the same.
 */
export function useChecks(
  sessionId: SessionId,
  hunks: readonly ChosenHunks[],
): ChecksState | undefined {
  const [state, setState] = useState<ChecksState>();
  useEffect(() => {
    let isCurrent = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = () =>
      call('checks.state', { sessionId, hunks }).then(
        (value) => isCurrent && setState(value),
        // A session whose files cannot be read has nothing to check; its own banner says why.
        () => isCurrent && setState(undefined),
      );
    const askSoon = (news: { readonly sessionId: SessionId }) => {
      if (news.sessionId !== sessionId) return;
      clearTimeout(timer);
      timer = setTimeout(() => void ask(), SETTLE_MILLISECONDS);
    };
    // The user may have edited one of the files elsewhere.
    const askAgain = () => askSoon({ sessionId });
    void ask();
    window.addEventListener('focus', askAgain);
    const stops = [
      onEvent('checks.changed', askSoon),
      onEvent('changes.changed', askSoon),
      onEvent('refresh.moved', askSoon),
      () => window.removeEventListener('focus', askAgain),
    ];
    return () => {
      isCurrent = false;
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [sessionId, hunks]);
  return state;
}

/** Sessions with running checks that were started here. */
const started = new Set<SessionId>();

/** Runs the project's checks on these hunks. A second click while they run does nothing. */
export function startChecks(
  sessionId: SessionId,
  hunks: readonly ChosenHunks[],
  once: GivenOnce | null = null,
): void {
  if (started.has(sessionId)) return;
  started.add(sessionId);
  call('checks.run', { sessionId, hunks, names: null, once })
    .catch(reportError)
    .finally(() => started.delete(sessionId));
}

export function cancelChecks(sessionId: SessionId): void {
  call('checks.cancel', { sessionId }).catch(reportError);
}
