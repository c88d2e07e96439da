import type { SessionId } from '#shared/ids';
import { goToSession } from '../state/reveal';
import { useSessionHead } from '../state/sessionModels';
import { titleOf, useSession } from '../state/sessionsStore';
import styles from './ContinuesBar.module.css';

/** Says which session this one goes on from, as long as that is there. */
export function ContinuesBar({ sessionId }: { readonly sessionId: SessionId }) {
  const continues = useSessionHead(sessionId)?.continues ?? null;
  const source = useSession(continues ?? ('' as SessionId));
  if (source === undefined) return null;
  return (
    <p className={styles.bar}>
      Continued from
      <button type="button" className={styles.source} onClick={() => goToSession(source.id)}>
        {titleOf(source)}
      </button>
    </p>
  );
}
