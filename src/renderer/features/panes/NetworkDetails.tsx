import type { SessionId } from '#shared/ids';
import type { SealedNetwork } from '#shared/seal';
import { type HostRefusal, REFUSALS_KEPT, refusalKey, refusedPlace } from '#shared/session/network';
import { allowForProject } from '#window/actions/allowHost';
import { reportError } from '#window/diagnostics/reportError';
import { openProjectSettings } from '#window/state/layout/settingsSection';
import { useAllowedBy } from '#window/state/session/allowedHosts';
import { useSessionHead } from '#window/state/session/sessionModels';
import { Button } from '#window/ui/form/Button';
import { visibleLine } from '#window/ui/text/visibleText';
import styles from './NetworkDetails.module.css';

interface NetworkDetailsProps {
  readonly sessionId: SessionId;
  readonly network: SealedNetwork;
}

/** The hosts that a sealed session reaches, each with a reason, and its refusals. */
export function NetworkDetails({ sessionId, network }: NetworkDetailsProps) {
  const head = useSessionHead(sessionId);
  const refused = head?.network.refused ?? [];
  return (
    <details className={styles.details}>
      <summary>{summaryOf(network, refused.length)}</summary>
      <section className={styles.lists} aria-label="Network">
        {network.type === 'hosts' ? (
          <>
            <h3 className={styles.title}>Can reach</h3>
            {network.hosts.length === 0 && <p>Nothing: no host is listed.</p>}
            <ul className={styles.list}>
              {network.hosts.map(({ rule, why }) => (
                <li key={rule}>
                  <code>{visibleLine(rule)}</code> <span className={styles.why}>{why}</span>
                </li>
              ))}
            </ul>
          </>
        ) : (
          <p>
            Every host that this computer reaches. The settings of the agent or the project can
            limit it to listed hosts.
          </p>
        )}
        {head && (
          <div className={styles.edit}>
            <Button size="small" onClick={() => openProjectSettings(head.project)}>
              Edit hosts of this project
            </Button>
          </div>
        )}
        {refused.length > 0 && (
          <>
            <h3 className={styles.title}>Refused so far</h3>
            <ul className={styles.list}>
              {refused.map((refusal) => (
                <Refused key={refusalKey(refusal)} sessionId={sessionId} refusal={refusal} />
              ))}
            </ul>
            {refused.length >= REFUSALS_KEPT && <p>Later refusals are not listed.</p>}
          </>
        )}
      </section>
    </details>
  );
}

const reasons = {
  unlisted: 'not listed',
  private: 'your computer or a private network',
  special: 'an address for a special purpose',
} as const;

function Refused({
  sessionId,
  refusal,
}: {
  readonly sessionId: SessionId;
  readonly refusal: HostRefusal;
}) {
  const { rule, reason } = refusal;
  const isAllowed = useAllowedBy(sessionId, rule) !== null;
  const project = useSessionHead(sessionId)?.project;
  const place = visibleLine(refusedPlace(refusal));
  return (
    <li className={styles.refused}>
      <span>
        <code>{place}</code>{' '}
        <span className={styles.why}>{isAllowed ? 'allowed since' : reasons[reason]}</span>
      </span>
      {!isAllowed && rule !== null && project !== undefined && (
        <Button
          size="small"
          variant="ghost"
          aria-label={`Allow ${place} for this project`}
          onClick={() => void allowForProject(project, rule).catch(reportError)}
        >
          Allow for this project
        </Button>
      )}
    </li>
  );
}

function summaryOf(network: SealedNetwork, refused: number): string {
  const { length } = network.type === 'hosts' ? network.hosts : [];
  const reach = network.type === 'hosts' ? `${length} ${length === 1 ? 'host' : 'hosts'}` : 'open';
  return `Network: ${reach}${refused === 0 ? '' : `, ${refused} refused`}`;
}
