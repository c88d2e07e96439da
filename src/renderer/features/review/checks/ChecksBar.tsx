import { FlaskConical } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { ChangeView } from '#shared/airlock/changeView';
import type { ChosenHunks } from '#shared/checks/check';
import type { SessionId } from '#shared/ids';
import type { CheckState, ChecksState } from '#shared/ipc/checks';
import { counted } from '#shared/text/counted';
import { reportError } from '#window/diagnostics/reportError';
import { useReview } from '#window/features/review/model/reviewStore';
import { call } from '#window/ipc/client';
import { showTerminal } from '#window/state/layout/terminalToShow';
import { openProjectSetup } from '#window/state/projects/projectToSetUp';
import { cancelChecks, startChecks, useChecks } from '#window/state/session/checks';
import { sessionSummary } from '#window/state/session/sessionsStore';
import { CheckLog } from '#window/ui/CheckLog';
import { CheckMark, checkWords, phaseOf } from '#window/ui/CheckMark';
import { Button } from '#window/ui/form/Button';
import { Icon } from '#window/ui/Icon';
import { Dialog } from '#window/ui/overlay/Dialog';
import { visibleLine } from '#window/ui/text/visibleText';
import styles from './ChecksBar.module.css';
import { chosenHunks } from './chosenHunks';

interface ChecksBarProps {
  readonly sessionId: SessionId;
  readonly files: readonly ChangeView[];
}

/** The project's checks on the chosen hunks. Empty if there are none. */
export function ChecksBar({ sessionId, files }: ChecksBarProps) {
  const collected = useReview(sessionId, (state) => state.collected);
  const hunks = useMemo(() => chosenHunks(files, collected), [files, collected]);
  const state = useChecks(sessionId, hunks);
  const [shown, setShown] = useState<string | null>(null);
  if (state === undefined || (state.checks.length === 0 && state.running === null)) return null;
  const open = state.checks.find(({ name }) => name === shown);
  const standing = open?.standing;
  return (
    <section className={styles.bar} aria-label="Checks">
      <span className={styles.title} title={scopeWords(hunks)}>
        <Icon icon={FlaskConical} size="small" />
        Checks
      </span>
      <ul className={styles.checks}>
        {state.checks.map((check) => (
          <li key={check.name}>
            <OneCheck check={check} running={state.running} onOpen={setShown} />
          </li>
        ))}
      </ul>
      {state.problem !== null && <span className={styles.problem}>{state.problem}</span>}
      <Actions sessionId={sessionId} hunks={hunks} state={state} />
      <Dialog
        open={standing !== undefined && standing.type !== 'unknown'}
        title={`Check: ${visibleLine(open?.name ?? '')}`}
        size="large"
        onClose={() => setShown(null)}
      >
        {standing && standing.type !== 'unknown' && (
          <CheckLog run={standing.run} isStale={standing.type === 'stale'} />
        )}
      </Dialog>
    </section>
  );
}

interface OneCheckProps {
  readonly check: CheckState;
  readonly running: ChecksState['running'];
  onOpen(name: string): void;
}

function OneCheck({ check: { name, command, standing }, running, onOpen }: OneCheckProps) {
  const phase = phaseOf(running, name);
  return (
    <button
      type="button"
      className={styles.check}
      title={command}
      disabled={standing.type === 'unknown'}
      aria-label={`${visibleLine(name)}: ${checkWords(standing, phase)}`}
      onClick={() => onOpen(name)}
    >
      <CheckMark name={name} standing={standing} phase={phase} />
    </button>
  );
}

interface ActionsProps {
  readonly sessionId: SessionId;
  readonly hunks: readonly ChosenHunks[];
  readonly state: ChecksState;
}

function Actions({ sessionId, hunks, state }: ActionsProps) {
  const { trust, hash, running } = state;
  if (running !== null) {
    return (
      <div className={styles.actions}>
        <Button
          size="small"
          variant="ghost"
          onClick={() => void showCheck(sessionId, running.current).catch(reportError)}
        >
          Show terminal
        </Button>
        <Button size="small" onClick={() => cancelChecks(sessionId)}>
          Cancel checks
        </Button>
      </div>
    );
  }
  if (trust !== null && trust !== 'trusted' && hash !== null) {
    const folder = sessionSummary(sessionId)?.project ?? null;
    return (
      <div className={styles.actions}>
        <span className={styles.problem}>Not trusted</span>
        <Button size="small" variant="ghost" onClick={() => openProjectSetup(folder)}>
          Review .airlock.json…
        </Button>
        <Button size="small" onClick={() => startChecks(sessionId, hunks, { type: 'file', hash })}>
          Run once
        </Button>
      </div>
    );
  }
  if (trust === null) return null;
  return (
    <div className={styles.actions}>
      <Button size="small" title={scopeWords(hunks)} onClick={() => startChecks(sessionId, hunks)}>
        Run checks
      </Button>
    </div>
  );
}

function scopeWords(hunks: readonly ChosenHunks[]): string {
  const count = hunks.reduce((sum, { hunkIds }) => sum + hunkIds.length, 0);
  return count === 0
    ? 'On your files with what you accepted, in a copy'
    : `On your files with ${counted(count, 'chosen hunk')}, in a copy`;
}

async function showCheck(sessionId: SessionId, name: string | null): Promise<void> {
  const { user } = await call('terminals.list', null);
  const found = user.findLast((one) => one.sessionId === sessionId && one.name === name);
  if (found) showTerminal(found);
}
