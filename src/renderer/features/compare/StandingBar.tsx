import { FileClock } from 'lucide-react';
import { useState } from 'react';
import type { SessionId } from '#shared/ids';
import type { SessionStanding } from '#shared/ipc/refresh';
import { counted } from '#shared/text/counted';
import { visiblePath } from '#shared/text/visiblePath';
import { reportError } from '#window/diagnostics/reportError';
import { call } from '#window/ipc/client';
import { useStanding } from '#window/state/session/standings';
import { Button } from '#window/ui/form/Button';
import { Icon } from '#window/ui/Icon';
import { showToast } from '#window/ui/overlay/toasts';
import styles from './CollisionsBar.module.css';
import { refreshPrompt } from './refreshPrompt';

interface StandingBarProps {
  readonly sessionId: SessionId;
  /** Puts a text into the prompt of a session, where the user reads and sends it. */
  onDraft(sessionId: SessionId, text: string): void;
}

/** Says that the user's files have moved on since the session began. Empty while they have not. */
export function StandingBar({ sessionId, onDraft }: StandingBarProps) {
  const standing = useStanding(sessionId);
  const [isBusy, setBusy] = useState(false);
  if (standing === undefined) return null;
  const run = () => {
    setBusy(true);
    refresh(sessionId, onDraft)
      .catch(reportError)
      .finally(() => setBusy(false));
  };
  return (
    <fieldset className={styles.bar} aria-label="Your files have changed">
      <span className={standing.conflicts > 0 ? styles.icon : styles.quiet}>
        <Icon icon={FileClock} size="small" />
      </span>
      <span className={styles.words} title={standing.moved.map(visiblePath).join(', ')}>
        {wordsOf(standing)}
      </span>
      <Button size="small" busy={isBusy} onClick={run}>
        Refresh from your files
      </Button>
    </fieldset>
  );
}

function wordsOf({ moved, conflicts }: SessionStanding): string {
  const [first = ''] = moved;
  const files = moved.length === 1 ? visiblePath(first) : counted(moved.length, 'file');
  const has = moved.length === 1 ? 'has' : 'have';
  const fit =
    conflicts === 0
      ? 'these changes still fit'
      : `${counted(conflicts, 'change')} of the same lines ${conflicts === 1 ? 'conflicts' : 'conflict'}`;
  return `${files} ${has} changed in your project since: ${fit}`;
}

/** The agent is told in its next prompt, which the user reads and sends. */
async function refresh(sessionId: SessionId, onDraft: StandingBarProps['onDraft']): Promise<void> {
  const { before, after, updated, dropped, left } = await call('refresh.run', { sessionId });
  if (updated.length > 0) onDraft(sessionId, refreshPrompt(updated, dropped));
  const undo = () => call('refresh.undo', { sessionId, before, after });
  showToast({
    title: `Took over ${counted(updated.length, 'file')}`,
    description: describe(dropped.length, left),
    ...(updated.length > 0 && {
      action: { label: 'Undo', run: () => void undo().catch(reportError) },
    }),
  });
}

function describe(dropped: number, left: readonly string[]): string {
  const words = [
    dropped === 0
      ? 'All changes of the agent fit.'
      : `In ${counted(dropped, 'file')} some changes of the agent did not fit and were taken out.`,
    'A prompt that tells the agent is drafted: read and send it.',
  ];
  if (left.length > 0) words.push(`${counted(left.length, 'file')} changed meanwhile and stayed.`);
  return words.join(' ');
}
