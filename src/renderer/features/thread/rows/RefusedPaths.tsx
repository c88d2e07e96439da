import { visiblePath } from '#shared/text/visiblePath';
import { allowPath } from '#window/actions/sealActions';
import { reportError } from '#window/diagnostics/reportError';
import { useThread } from '#window/features/thread/threadContext';
import { useSealRefusals } from '#window/state/session/sealPolicy';
import { useSessionHead } from '#window/state/session/sessionModels';
import { Button } from '#window/ui/form/Button';
import styles from './RefusedPaths.module.css';

/** How many are shown here; the badge lists all of them. */
const SHOWN = 3;

/**
 * The last refusals of the seal, if an agent did not start: sealing must never look like a broken
 * agent.
 */
export function RefusedPaths() {
  const { sessionId } = useThread();
  const isolation = useSessionHead(sessionId)?.isolation ?? 'isolated';
  const refused = useSealRefusals({ id: sessionId, isolation });
  const last = refused?.refusals.slice(0, SHOWN) ?? [];
  if (last.length === 0) return null;
  return (
    <section aria-label="Refused by the seal">
      <p>This session is sealed, and the seal refused access that may have been needed:</p>
      <ul className={styles.list}>
        {last.map(({ path, access, grant, closed }) => (
          <li key={`${access} ${path}`} className={styles.item}>
            <code>{visiblePath(path)}</code>
            <span className={styles.closed}>
              {access === 'write' ? 'writing' : 'reading'}
              {closed === null && grant !== path && (
                <>
                  , allowed with its folder <code>{visiblePath(grant)}</code>
                </>
              )}
            </span>
            {closed === null ? (
              <Button
                size="small"
                aria-label={`Allow ${visiblePath(grant)} and try again`}
                onClick={() =>
                  void allowPath(sessionId, { grant, access }, 'session').catch(reportError)
                }
              >
                Allow and try again
              </Button>
            ) : (
              <span className={styles.closed}>{closed}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
