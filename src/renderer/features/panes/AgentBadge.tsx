import { Check, Info, Minus } from 'lucide-react';
import { Fragment } from 'react';
import { RUNS_ELSEWHERE } from '#shared/agentAddress';
import type { AgentLogin } from '#shared/session/agent';
import type { AgentDetails } from '#shared/session/state';
import type { SessionSummary } from '#shared/session/summary';
import type { WireFeature } from '#shared/session/wires';
import { wires } from '#shared/session/wires';
import { whyUnavailable } from '#shared/session/words/unavailable';
import { showAgentDetails, useShowsAgentDetails } from '#window/state/agents/agentDetailsStore';
import { useAgents } from '#window/state/agents/agentsStore';
import { useSessionCondition, useSessionHead } from '#window/state/session/sessionModels';
import { useSettings } from '#window/state/settingsStore';
import { Icon } from '#window/ui/Icon';
import { Popover } from '#window/ui/overlay/Popover';
import { VisuallyHidden } from '#window/ui/text/VisuallyHidden';
import { visibleLine } from '#window/ui/text/visibleText';
import styles from './AgentBadge.module.css';
import { GivenServers } from './GivenServers';

interface Ability {
  readonly feature: WireFeature;
  readonly name: string;
  /** Why the feature is missing; null if it is available. */
  readonly reason: string | null;
}

/** In order of importance. */
const names: readonly (readonly [WireFeature, string])[] = [
  ['permissions', 'Asks before it acts'],
  ['fileWrites', 'Writes files through Airlock'],
  ['terminals', 'Runs commands through Airlock'],
  ['cancel', 'Can be stopped'],
  ['steer', 'Accepts messages while working'],
  ['images', 'Accepts images'],
  ['audio', 'Accepts audio'],
  ['modes', 'Has modes'],
  ['options', 'Has models and options to choose from'],
  ['resume', 'Resumes sessions'],
  ['list', 'Lists sessions'],
  ['fork', 'Forks sessions'],
  ['logout', 'Can log out'],
];

function abilitiesOf(details: AgentDetails): readonly Ability[] {
  return names.map(([feature, name]) => ({
    feature,
    name,
    reason: whyUnavailable(details, feature),
  }));
}

/** The name of a session's agent; a click shows its program, its protocol and its capabilities. */
export function AgentBadge({ session }: { readonly session: SessionSummary }) {
  const isOpen = useShowsAgentDetails(session.id);
  const head = useSessionHead(session.id);
  const details = head?.details ?? null;
  const isRemote = useAgents()?.some(({ id, url }) => id === session.agent.id && url !== undefined);
  return (
    <Popover
      title={session.agent.name}
      open={isOpen}
      onOpenChange={(open) => showAgentDetails(open ? session.id : null)}
      trigger={
        <button
          type="button"
          className={styles.badge}
          aria-label={`Agent: ${session.agent.name}${isRemote ? ', elsewhere' : ''}`}
        >
          <span className={styles.name}>{session.agent.name}</span>
          {isRemote && <span className={styles.elsewhere}>elsewhere</span>}
          <span className={styles.short}>
            <Icon icon={Info} size="small" />
          </span>
        </button>
      }
    >
      {isRemote && <p className={styles.text}>{RUNS_ELSEWHERE}</p>}
      {details === null ? (
        <p className={styles.text}>It has not started yet, so its capabilities are unknown.</p>
      ) : (
        <>
          <Details details={details} session={session} />
          <GivenServers sessionId={session.id} servers={head?.mcpServers ?? []} />
        </>
      )}
    </Popover>
  );
}

interface DetailsProps {
  readonly details: AgentDetails;
  readonly session: SessionSummary;
}

function Details({ details, session }: DetailsProps) {
  const agentId = session.agent.id;
  const { login } = useSessionCondition(session.id);
  const loginText = login && loginWords(login);
  const { identity, wire, protocolVersion, facts = [] } = details;
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
          {wires[wire].name}
          <span className={styles.found}>
            {choice === 'auto' ? ' (detected)' : ' (from the settings)'}
          </span>
        </dd>
        <dt>Version</dt>
        <dd>{visibleLine(protocolVersion)}</dd>
        <dt>In settings.json</dt>
        <dd>
          <code>"wire": "{wire}"</code>
        </dd>
        {loginText !== null && (
          <>
            <dt>Login</dt>
            <dd>{visibleLine(loginText)}</dd>
          </>
        )}
        {facts.map(({ name, values }) => (
          <Fragment key={name}>
            <dt>{visibleLine(name)}</dt>
            <dd>{values.map(visibleLine).join(', ')}</dd>
          </Fragment>
        ))}
      </dl>
      <ul className={styles.abilities} aria-label="Capabilities">
        {abilitiesOf(details).map(({ feature, name, reason }) => (
          <li key={feature} data-missing={reason !== null || undefined}>
            <Icon icon={reason === null ? Check : Minus} size="small" />
            <span>
              {/* On screen, the reason after the dash is enough. */}
              <VisuallyHidden>{reason === null ? 'Yes: ' : `No: ${name}. `}</VisuallyHidden>
              {reason ?? name}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Null if there is nothing to say. */
function loginWords({ state, account }: AgentLogin): string | null {
  if (state === 'out') return 'Not logged in';
  if (account !== null) return account;
  if (state === 'in') return 'Logged in';
  return state === 'not-needed' ? 'Not needed' : null;
}

function programOf({ name, title, version }: NonNullable<AgentDetails['identity']>): string {
  return version === undefined ? (title ?? name) : `${title ?? name} ${version}`;
}
