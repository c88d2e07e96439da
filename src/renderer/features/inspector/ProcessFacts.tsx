import { type ReactNode, useEffect, useRef } from 'react';
import type { SessionId } from '#shared/ids';
import type { InspectedProcess } from '#shared/ipc/inspector';
import { wireNames } from '#shared/session/wires';
import { visiblePath } from '#shared/text/visiblePath';
import { useSessionHead } from '../../state/sessionModels';
import { visibleLine } from '../../ui/visibleText';
import { capabilityWords, promptWords } from './capabilities';
import { confinementWords } from './confinementWords';
import { formatTime } from './frameTime';
import styles from './ProcessFacts.module.css';
import { processState } from './processState';

interface ProcessFactsProps {
  readonly sessionId: SessionId;
  readonly process: InspectedProcess | null;
  readonly stderrTail: string;
}

const guarantees = {
  isolated: 'Isolated: it works in a copy, and nothing crosses before you accept it.',
  'in-place': 'In place: it works in your folder; what it writes by itself is caught afterwards.',
} as const;

/** The agent's process, what was agreed with it, and what it prints. */
export function ProcessFacts({ sessionId, process, stderrTail }: ProcessFactsProps) {
  const head = useSessionHead(sessionId);
  const { tone, text } = processState(process, head?.connection);
  const details = head?.details ?? null;
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
            <Fact name="Protocol">{wireNames[details.wire]}</Fact>
            <Fact name="Protocol version">{visibleLine(details.protocolVersion)}</Fact>
            {details.identity && (
              <Fact name="Says it is">
                {visibleLine(details.identity.title ?? details.identity.name)}{' '}
                {visibleLine(details.identity.version ?? '')}
              </Fact>
            )}
          </>
        )}
        {head && <Fact name="Guarantee">{guarantees[head.isolation]}</Fact>}
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
            <Fact name="It can">
              {can.length === 0 ? 'nothing beyond prompts and answers' : can.join(', ')}
            </Fact>
            <Fact name="Takes">{promptWords(details.powers)}</Fact>
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

/** Keeps to the end, where the news is. */
function Printed({ text }: { readonly text: string }) {
  const element = useRef<HTMLPreElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the text that moves the end.
  useEffect(() => {
    element.current?.scrollTo({ top: element.current.scrollHeight });
  }, [text]);
  return (
    <div className={styles.output}>
      <h3 className={styles.heading}>Standard error</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it. */}
      <pre ref={element} className={styles.printed} tabIndex={0}>
        {text}
      </pre>
    </div>
  );
}
