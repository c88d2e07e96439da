import { type ReactNode, useEffect, useRef } from 'react';
import { RUNS_ELSEWHERE } from '#shared/agentAddress';
import type { SessionId } from '#shared/ids';
import type { InspectedProcess } from '#shared/ipc/inspector';
import type { ConnectionState } from '#shared/session/state';
import { wires } from '#shared/session/wires';
import { visiblePath } from '#shared/text/visiblePath';
import { useAgents } from '#window/state/agents/agentsStore';
import { useSessionHead } from '#window/state/session/sessionModels';
import { VisibleText } from '#window/ui/text/VisibleText';
import { visibleLine } from '#window/ui/text/visibleText';
import { capabilityWords, promptWords } from './capabilities';
import { confinementWords } from './confinementWords';
import { formatTime } from './frameTime';
import styles from './ProcessFacts.module.css';

interface ProcessFactsProps {
  readonly sessionId: SessionId;
  readonly process: InspectedProcess | null;
  readonly stderrTail: string;
}

const guarantees = {
  sealed:
    'Sealed: the agent works in a copy, and the system lets it write nowhere else but to its own history and package caches.',
  isolated:
    'Isolated: the agent works in a copy, but with all your rights. What it changes there waits for you.',
  'in-place':
    'In place: the agent works in your folder. What it writes directly is found afterwards.',
} as const;

/** The agent's process, the negotiated capabilities, and its output. */
export function ProcessFacts({ sessionId, process, stderrTail }: ProcessFactsProps) {
  const head = useSessionHead(sessionId);
  const { tone, text } = processState(process, head?.connection);
  const details = head?.details ?? null;
  const isElsewhere = useAgents()?.some(
    ({ id, url }) => id === head?.agent.id && url !== undefined,
  );
  const can = details ? capabilityWords(details.powers) : [];
  return (
    <section className={styles.facts} aria-label="Agent process">
      <dl className={styles.list} tabIndex={0}>
        <Fact name="State">
          <span className={styles.state} data-tone={tone}>
            {text}
          </span>
        </Fact>
        {process && (
          <Fact name="Process">
            {process.pid}, since {formatTime(process.startedAt).slice(0, 8)}
          </Fact>
        )}
        {details && (
          <>
            <Fact name="Protocol">{wires[details.wire].name}</Fact>
            <Fact name="Protocol version">{visibleLine(details.protocolVersion)}</Fact>
            {details.identity && (
              <Fact name="Reports itself as">
                {visibleLine(details.identity.title ?? details.identity.name)}{' '}
                {visibleLine(details.identity.version ?? '')}
              </Fact>
            )}
          </>
        )}
        {head && (
          <Fact name="Guarantee">{isElsewhere ? RUNS_ELSEWHERE : guarantees[head.isolation]}</Fact>
        )}
        {process && (
          <>
            <Fact name="Processes">{confinementWords(process.confinement)}</Fact>
            <Fact name="Command">
              <code>{process.commandLine.map(visibleLine).join(' ')}</code>
            </Fact>
            <Fact name="Folder">
              <code>{visiblePath(process.folder)}</code>
            </Fact>
            {process.variables.length > 0 && (
              <Fact name="Variables">
                <code>{process.variables.map(visibleLine).join(', ')}</code>
              </Fact>
            )}
          </>
        )}
        {details && (
          <>
            <Fact name="Can">{can.length === 0 ? 'only answer prompts' : can.join(', ')}</Fact>
            <Fact name="Accepts">{promptWords(details.powers)}</Fact>
          </>
        )}
      </dl>
      {stderrTail !== '' && <Printed text={stderrTail} />}
    </section>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Output that stays scrolled to its end, where new text arrives. */
function Printed({ text }: { readonly text: string }) {
  const element = useRef<HTMLPreElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new text moves the end.
  useEffect(() => {
    element.current?.scrollTo({ top: element.current.scrollHeight });
  }, [text]);
  return (
    <div className={styles.output}>
      <h3 className={styles.heading}>Standard error</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it. */}
      <pre ref={element} className={styles.printed} tabIndex={0}>
        <VisibleText text={text} />
      </pre>
    </div>
  );
}

interface ProcessState {
  readonly tone: 'running' | 'starting' | 'ended';
  readonly text: string;
}

/** The state of an agent's process, in words. */
function processState(
  process: InspectedProcess | null,
  connection: ConnectionState | undefined,
): ProcessState {
  if (process === null) {
    return connection?.type === 'starting'
      ? { tone: 'starting', text: 'Starting' }
      : { tone: 'ended', text: 'Not running. It starts with the next prompt.' };
  }
  if (process.exit !== null) return { tone: 'ended', text: process.exit };
  switch (connection?.type) {
    case 'starting':
      return { tone: 'starting', text: 'Starting' };
    case 'authentication':
      return { tone: 'starting', text: 'Running, waiting for login' };
    case 'failed':
    case 'exited':
      return { tone: 'ended', text: connection.message };
    default:
      return { tone: 'running', text: 'Running' };
  }
}
