import { Check, Info, Minus } from 'lucide-react';
import type { AgentDetails } from '#shared/session/state';
import type { SessionSummary } from '#shared/session/summary';
import { wireNames } from '#shared/session/wires';
import { showAgentDetails, useShowsAgentDetails } from '../../state/agentDetailsStore';
import { useSessionHead } from '../../state/sessionModels';
import { useSettings } from '../../state/settingsStore';
import { Icon } from '../../ui/Icon';
import { Popover } from '../../ui/Popover';
import { VisuallyHidden } from '../../ui/VisuallyHidden';
import { visibleLine } from '../../ui/visibleText';
import styles from './AgentBadge.module.css';
import { abilitiesOf } from './abilities';

/** The agent of a session by name; a press tells what it is, what it speaks, and what it can do. */
export function AgentBadge({ session }: { readonly session: SessionSummary }) {
  const isOpen = useShowsAgentDetails(session.id);
  const details = useSessionHead(session.id)?.details ?? null;
  return (
    <Popover
      title={session.agent.name}
      open={isOpen}
      onOpenChange={(open) => showAgentDetails(open ? session.id : null)}
      trigger={
        <button type="button" className={styles.badge} aria-label={`Agent: ${session.agent.name}`}>
          <span className={styles.name}>{session.agent.name}</span>
          <span className={styles.short}>
            <Icon icon={Info} size="small" />
          </span>
        </button>
      }
    >
      {details === null ? (
        <p className={styles.text}>It has not started yet, so nobody knows what it can do.</p>
      ) : (
        <Details details={details} agentId={session.agent.id} />
      )}
    </Popover>
  );
}

interface DetailsProps {
  readonly details: AgentDetails;
  readonly agentId: string;
}

function Details({ details, agentId }: DetailsProps) {
  const { identity, wire, protocolVersion } = details;
  const choice = useSettings((settings) => settings.agents[agentId]?.wire ?? 'auto');
  return (
    <>
      <dl className={styles.facts}>
        {identity && (
          <>
            <dt>Program</dt>
            <dd>{visibleLine(programOf(identity))}</dd>
          </>
        )}
        <dt>Protocol</dt>
        <dd>
          {wireNames[wire]}
          <span className={styles.found}>
            {choice === 'auto' ? ' (detected)' : ' (from the settings)'}
          </span>
        </dd>
        <dt>Wire</dt>
        <dd>
          <code>{wire}</code>, version {visibleLine(protocolVersion)}
        </dd>
      </dl>
      <ul className={styles.abilities} aria-label="What it can do">
        {abilitiesOf(details).map(({ feature, name, reason }) => (
          <li key={feature} data-missing={reason !== null || undefined}>
            <Icon icon={reason === null ? Check : Minus} size="small" />
            <span>
              {/* The reason says it all to whoever sees the dash before it. */}
              <VisuallyHidden>{reason === null ? 'Yes: ' : `No: ${name}. `}</VisuallyHidden>
              {reason ?? name}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function programOf({ name, title, version }: NonNullable<AgentDetails['identity']>): string {
  return version === undefined ? (title ?? name) : `${title ?? name} ${version}`;
}
