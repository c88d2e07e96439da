import { useMemo, useState } from 'react';
import type { ChosenHunks } from '#shared/checks/check';
import type { SessionId } from '#shared/ids';
import type { ChecksState } from '#shared/ipc/checks';
import { openProjectSetup } from '#window/state/projects/projectToSetUp';
import { cancelChecks, startChecks, useChecks } from '#window/state/session/checks';
import { sessionChanges, useSessionChanges } from '#window/state/session/sessionChanges';
import { useMemberNames } from '#window/state/session/sessionSets';
import { useSession } from '#window/state/session/sessionsStore';
import { AgentMark } from '#window/ui/AgentMark';
import { CheckLog } from '#window/ui/CheckLog';
import { CheckMark, checkWords, phaseOf } from '#window/ui/CheckMark';
import { Button } from '#window/ui/form/Button';
import { visibleLine } from '#window/ui/text/visibleText';
import styles from './CompareChecks.module.css';

/** The project's checks on all changes of each agent, side by side. */
export function CompareChecks({ sessionIds }: { readonly sessionIds: readonly SessionId[] }) {
  const nameOf = useMemberNames(sessionIds);
  const [first] = sessionIds;
  const project = useSession(first ?? ('' as SessionId))?.project ?? null;
  const state = useChecks(first ?? ('' as SessionId), NO_HUNKS);
  const why = whyNotRun(state);
  const runAll = () => {
    for (const id of sessionIds) runChecks(id);
  };
  return (
    <section className={styles.root} aria-label="Checks of each session">
      <div className={styles.bar}>
        <p className={styles.note}>
          Each check runs in a copy of your files with all undecided changes of one session. Those
          that run at once use no more than half of this computer’s cores.
        </p>
        <Button size="small" reason={why} onClick={runAll}>
          Run checks on each
        </Button>
      </div>
      {state?.checks.length === 0 && state.fault === null && (
        <p className={styles.note}>
          The project has no checks. Put them under “checks” in .airlock.json.
        </p>
      )}
      {state && state.fault !== null && (
        <p className={styles.bar}>
          <span className={styles.note}>
            The checks in .airlock.json cannot be read. {state.fault}
          </span>
          <Button size="small" onClick={() => openProjectSetup(project)}>
            Review the setup…
          </Button>
        </p>
      )}
      {state && state.checks.length > 0 && state.trust !== 'trusted' && (
        <p className={styles.bar}>
          <span className={styles.note}>
            The checks are commands in the project’s .airlock.json. None of them run until you trust
            it.
          </span>
          <Button size="small" onClick={() => openProjectSetup(project)}>
            Review the setup…
          </Button>
        </p>
      )}
      <ul className={styles.sessions}>
        {sessionIds.map((id) => (
          <SessionChecks key={id} sessionId={id} name={nameOf(id)} />
        ))}
      </ul>
    </section>
  );
}

interface SessionChecksProps {
  readonly sessionId: SessionId;
  readonly name: string;
}

function SessionChecks({ sessionId, name }: SessionChecksProps) {
  const session = useSession(sessionId);
  const snapshot = useSessionChanges(sessionId);
  const hunks = useMemo(() => undecided(snapshot?.changes ?? []), [snapshot]);
  const state = useChecks(sessionId, hunks);
  const [shown, setShown] = useState<string | null>(null);
  const open = state?.checks.find((check) => check.name === shown)?.standing;
  return (
    <li className={styles.session} aria-label={name}>
      <div className={styles.row}>
        <h3 className={styles.name}>
          {session && <AgentMark id={session.agent.id} />}
          {name}
        </h3>
        {state?.checks.map((check) => {
          const phase = phaseOf(state.running, check.name);
          return (
            <button
              key={check.name}
              type="button"
              className={styles.check}
              disabled={check.standing.type === 'unknown'}
              aria-expanded={shown === check.name}
              aria-label={`${visibleLine(check.name)}: ${checkWords(check.standing, phase)}`}
              onClick={() => setShown(shown === check.name ? null : check.name)}
            >
              <CheckMark name={check.name} standing={check.standing} phase={phase} />
            </button>
          );
        })}
        <span className={styles.actions}>
          {state?.running ? (
            <Button size="small" onClick={() => cancelChecks(sessionId)}>
              Cancel
            </Button>
          ) : (
            <Button
              size="small"
              variant="ghost"
              reason={whyNotRun(state)}
              onClick={() => runChecks(sessionId)}
            >
              Run checks
            </Button>
          )}
        </span>
      </div>
      {open && open.type !== 'unknown' && (
        <CheckLog run={open.run} isStale={open.type === 'stale'} />
      )}
    </li>
  );
}

/** Whether checks can be run does not depend on the chosen hunks. */
const NO_HUNKS: readonly ChosenHunks[] = [];

function whyNotRun(state: ChecksState | undefined): string | null {
  if (state && state.fault !== null) return 'The checks in .airlock.json cannot be read.';
  if (state === undefined || state.checks.length === 0) return 'The project has no checks.';
  return state.trust === 'trusted' ? null : 'Trust the project’s setup first.';
}

/** Runs the checks on what is undecided at this moment. */
function runChecks(sessionId: SessionId): void {
  const hunks = undecided(sessionChanges(sessionId)?.changes ?? []);
  startChecks(sessionId, hunks);
}

type Views = NonNullable<ReturnType<typeof useSessionChanges>>['changes'];

function undecided(views: Views): readonly ChosenHunks[] {
  return views.flatMap(({ change, hunks, status }) => {
    const open = hunks.filter(({ outcome }) => outcome.state === 'pending');
    if (status !== 'open' || open.length === 0) return [];
    return [{ changeId: change.changeId, hunkIds: open.map(({ hunk }) => hunk.id) }];
  });
}
