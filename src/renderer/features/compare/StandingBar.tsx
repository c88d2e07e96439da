import { FileCheck, FileClock, X } from 'lucide-react';
import { useState } from 'react';
import type { SessionId } from '#shared/ids';
import type { RefreshReport, SessionStanding } from '#shared/ipc/refresh';
import { counted } from '#shared/text/counted';
import { visiblePath } from '#shared/text/visiblePath';
import { reportError } from '#window/diagnostics/reportError';
import { call } from '#window/ipc/client';
import { useStanding } from '#window/state/session/standings';
import { Button } from '#window/ui/form/Button';
import { IconButton } from '#window/ui/form/IconButton';
import { Icon } from '#window/ui/Icon';
import { showToast } from '#window/ui/overlay/toasts';
import styles from './CollisionsBar.module.css';
import { refreshPrompt } from './refreshPrompt';

interface StandingBarProps {
  readonly sessionId: SessionId;
  /** Puts a text into the prompt of a session, where the user reads and sends it. */
  onDraft(sessionId: SessionId, text: string): void;
  /** Takes such a text out again, unless the user has changed it. */
  onWithdrawDraft(sessionId: SessionId, text: string): void;
}

interface Taken extends RefreshReport {
  readonly sessionId: SessionId;
}

/** Says that the user's files have moved on since the session began. Empty while they have not. */
export function StandingBar({ sessionId, onDraft, onWithdrawDraft }: StandingBarProps) {
  const standing = useStanding(sessionId);
  const [isBusy, setBusy] = useState(false);
  const [taken, setTaken] = useState<Taken | null>(null);
  const during = (work: Promise<Taken | null>) => {
    setBusy(true);
    work
      .then(setTaken, reportError)
      .finally(() => setBusy(false))
      .catch(reportError);
  };
  if (standing !== undefined) {
    return (
      <fieldset className={styles.bar} aria-label="Your files have changed">
        <span className={standing.conflicts > 0 ? styles.icon : styles.quiet}>
          <Icon icon={FileClock} size="small" />
        </span>
        <span
          className={styles.words}
          title={`Changed in your project since this session began: ${standing.moved.map(visiblePath).join(', ')}`}
        >
          {wordsOf(standing)}
        </span>
        <Button size="small" busy={isBusy} onClick={() => during(refresh(sessionId, onDraft))}>
          Refresh from your files
        </Button>
      </fieldset>
    );
  }
  if (taken?.sessionId !== sessionId || taken.updated.length === 0) return null;
  return (
    <fieldset className={styles.bar} aria-label="Refreshed from your files">
      <span className={styles.quiet}>
        <Icon icon={FileCheck} size="small" />
      </span>
      <span
        className={styles.words}
        title={`Updated from your project: ${taken.updated.map(visiblePath).join(', ')}. The prompt below tells the agent when you send it.`}
      >
        {describe(taken)}
      </span>
      <Button size="small" busy={isBusy} onClick={() => during(undo(taken, onWithdrawDraft))}>
        Undo
      </Button>
      <IconButton label="Dismiss" icon={X} size="small" onClick={() => setTaken(null)} />
    </fieldset>
  );
}

/** Short, because panes are narrow; the tooltip names the files. */
function wordsOf({ moved, conflicts }: SessionStanding): string {
  const [first = ''] = moved;
  const files = moved.length === 1 ? visiblePath(first) : counted(moved.length, 'file');
  const fit = conflicts === 0 ? 'no conflicts' : counted(conflicts, 'conflict');
  return `${files} changed since: ${fit}`;
}

/** The agent is told in its next prompt, which the user reads and sends. */
async function refresh(sessionId: SessionId, onDraft: StandingBarProps['onDraft']): Promise<Taken> {
  const report = await call('refresh.run', { sessionId });
  const { updated, dropped, left } = report;
  if (updated.length > 0) onDraft(sessionId, refreshPrompt(updated, dropped));
  if (left.length > 0) {
    showToast({
      tone: 'danger',
      title: `${counted(left.length, 'file')} could not be refreshed`,
      description: left.map(visiblePath).join(', '),
    });
  }
  return { ...report, sessionId };
}

async function undo(
  { sessionId, before, after, updated, dropped }: Taken,
  onWithdrawDraft: StandingBarProps['onWithdrawDraft'],
): Promise<null> {
  await call('refresh.undo', { sessionId, before, after });
  onWithdrawDraft(sessionId, refreshPrompt(updated, dropped));
  return null;
}

function describe({ updated, dropped }: RefreshReport): string {
  const files = `Updated ${counted(updated.length, 'file')}`;
  if (dropped.length === 0) return `${files}, no conflicts`;
  return `${files}, took conflicts out of ${dropped.length}`;
}
