import { useState } from 'react';
import { AppException } from '#shared/errors';
import type { AgentId, SessionId } from '#shared/ids';
import type { HunkPicks } from '#shared/ipc/compare';
import type { ContentBlock } from '#shared/session/content';
import { worksInCopy } from '#shared/session/isolation';
import { archiveSession, archiveSessions } from '#window/actions/sessionActions';
import { reportError } from '#window/diagnostics/reportError';
import { call } from '#window/ipc/client';
import { agentsStore } from '#window/state/agents/agentsStore';
import { goToChanges, goToSession } from '#window/state/layout/reveal';
import { useCompared } from '#window/state/session/comparedSessions';
import { sessionSummary, titleOf } from '#window/state/session/sessionsStore';
import { Button } from '#window/ui/form/Button';
import { DialogFooter } from '#window/ui/overlay/Dialog';
import { showToast } from '#window/ui/overlay/toasts';
import styles from './CompareView.module.css';
import { type Comparison, useComparison } from './comparison';
import { keepPicks } from './keptPicks';
import { mergePrompt } from './mergePrompt';
import { composingAgent, countHunks } from './picks';

interface ComposeBarProps {
  readonly comparison: Comparison;
  onDone(): void;
}

/** The picks, and the actions on them. */
export function ComposeBar({ comparison, onDone }: ComposeBarProps) {
  const picks = useComparison(comparison, (state) => state.picks);
  const conflicts = useComparison(comparison, (state) => state.conflicts.length);
  const { tab } = useCompared();
  const [busy, setBusy] = useState<'compose' | 'merge' | null>(null);
  const count = countHunks(picks);
  const nothing = count === 0 ? 'Pick the changes that you want first.' : null;
  const run = (kind: 'compose' | 'merge') => {
    setBusy(kind);
    const done =
      kind === 'compose' ? compose(comparison.sessionIds, picks, null) : mergeByAgent(comparison);
    done
      .then(() => {
        comparison.pick([]);
        onDone();
      })
      .catch(reportError)
      .finally(() => setBusy(null));
  };
  return (
    <DialogFooter>
      <p className={styles.summary} role="status">
        {summary(count, conflicts, tab === 'files')}
      </p>
      <Button
        variant="ghost"
        onClick={() => {
          onDone();
          archiveSessions(comparison.sessionIds).catch(reportError);
        }}
      >
        Archive these sessions
      </Button>
      {count > 0 && (
        <Button variant="ghost" onClick={() => comparison.pick([])}>
          Clear
        </Button>
      )}
      {conflicts > 0 && (
        <Button busy={busy === 'merge'} onClick={() => run('merge')}>
          Let an agent merge these
        </Button>
      )}
      <Button
        variant="primary"
        busy={busy === 'compose'}
        reason={nothing}
        onClick={() => run('compose')}
      >
        {conflicts > 0 ? 'Compose without conflicts' : 'Compose result'}
      </Button>
    </DialogFooter>
  );
}

function summary(count: number, conflicts: number, showsFiles: boolean): string {
  if (count === 0) {
    const how = showsFiles ? 'Space picks all changes of a file.' : 'Pick changes under Files.';
    return `Nothing picked yet. ${how}`;
  }
  const picked = count === 1 ? '1 change picked' : `${count.toLocaleString()} changes picked`;
  if (conflicts === 0) return `${picked}. They go into a new session for you to review.`;
  const places = conflicts === 1 ? '1 conflict' : `${conflicts.toLocaleString()} conflicts`;
  return `${picked}, ${places}: conflicting changes are left out.`;
}

/** Starts a session like that of the first pick, with a copy that holds the picks. */
async function compose(
  among: readonly SessionId[],
  picks: readonly HunkPicks[],
  prompt: readonly ContentBlock[] | null,
): Promise<void> {
  const first = picks[0] && sessionSummary(picks[0].sessionId);
  if (first === undefined) return;
  const agentId = agentFor([...picks.map((pick) => pick.sessionId), ...among]);
  const { sessionId, conflicts } = await call('compare.compose', {
    agentId,
    folder: first.project,
    isolation: worksInCopy(first.isolation) ? first.isolation : 'isolated',
    title: `Composed: ${titleOf(first)}`.slice(0, TITLE_CHARACTERS),
    picks,
    prompt,
  });
  if (prompt === null) goToChanges(sessionId);
  else goToSession(sessionId);
  const places = conflicts.length === 1 ? '1 conflict' : `${conflicts.length} conflicts`;
  const isPartial = conflicts.length > 0 && prompt === null;
  showToast({
    title: isPartial ? `Composed without ${places}` : 'Composed in a new session',
    ...(isPartial && { description: 'The sessions still hold both versions.' }),
    action: {
      label: 'Undo',
      run: () => {
        keepPicks(among, picks);
        archiveSession(sessionId, true).catch(reportError);
      },
    },
  });
}

/** The agent for the composed session. Throws if none of these agents exists any more. */
function agentFor(sessionIds: readonly SessionId[]): AgentId {
  const tasked = sessionIds.flatMap((id) => sessionSummary(id)?.agent.id ?? []);
  const known = agentsStore.getState().agents?.map(({ id }) => id);
  const agentId = composingAgent(tasked, known ?? tasked);
  if (agentId !== null) return agentId;
  throw new AppException({
    code: 'not-found',
    message:
      'None of the agents of these sessions is in the settings any more. Add one of them again under Agents.',
  });
}

const TITLE_CHARACTERS = 120;

/**
 * Starts a session whose copy holds what can be combined; its prompt asks the agent to merge the
 * rest.
 */
async function mergeByAgent({ state, sessionIds }: Comparison): Promise<void> {
  const { picks, conflicts } = state;
  const text = await mergePrompt(conflicts);
  await compose(sessionIds, picks, [{ type: 'text', text }]);
}
