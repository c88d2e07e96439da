import { ExternalLink } from 'lucide-react';
import type { ElicitationEntry } from '#shared/session/entries';
import { reportError } from '#window/diagnostics/reportError';
import { useCommandSender } from '#window/features/thread/sendCommand';
import { useThread } from '#window/features/thread/threadContext';
import { call } from '#window/ipc/client';
import { Button } from '#window/ui/form/Button';
import { linkTarget } from '#window/ui/markdown/linkTarget';
import { VisibleText } from '#window/ui/text/VisibleText';
import styles from './Elicitation.module.css';

interface UrlQuestionProps {
  readonly entry: ElicitationEntry;
  readonly url: string;
  /** False for a moment after the question appears. */
  readonly ready: boolean;
}

/**
 * An address that the agent wants the user to open. It is shown in full and only opened by a click.
 */
export function UrlQuestion({ entry, url, ready }: UrlQuestionProps) {
  const { sessionId } = useThread();
  const [busy, send] = useCommandSender(sessionId);
  const target = linkTarget(url);
  const answer = (type: 'accepted' | 'declined' | 'cancelled') => {
    const chosen = type === 'accepted' ? ({ type, values: {} } as const) : ({ type } as const);
    send({ type: 'elicitation.answer', requestId: entry.requestId, answer: chosen });
  };
  const open = () => {
    call('app.openExternal', { url })
      .then(() => answer('accepted'))
      .catch(reportError);
  };
  return (
    <div className={styles.form}>
      <p className={styles.url} dir="ltr">
        <VisibleText text={url} />
      </p>
      {target.kind === 'web' ? (
        <p className={styles.hint}>
          Opens in your browser: <strong>{target.host}</strong>.
        </p>
      ) : (
        <p className={styles.error}>Airlock does not open this kind of address.</p>
      )}
      <div className={styles.actions}>
        <Button
          variant="primary"
          icon={ExternalLink}
          busy={busy}
          disabled={!ready || target.kind !== 'web'}
          onClick={open}
        >
          Open in browser
        </Button>
        <Button disabled={busy || !ready} onClick={() => answer('declined')}>
          Decline
        </Button>
        <Button variant="ghost" disabled={busy || !ready} onClick={() => answer('cancelled')}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
