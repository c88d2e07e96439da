import { ShieldAlert } from 'lucide-react';
import { useMemo } from 'react';
import { selfArmingTest } from '#shared/airlock/selfArming';
import type { AskedFacts } from '#shared/session/request/askedFacts';
import { requestFacts } from '#shared/session/request/requestFacts';
import { visiblePath } from '#shared/text/visiblePath';
import { useBody } from '#window/features/thread/bodies';
import { Fold } from '#window/features/thread/Fold';
import { useThread } from '#window/features/thread/threadContext';
import { PathButtons } from '#window/features/thread/tool/PathButtons';
import { RawBody, ToolContentView } from '#window/features/thread/tool/ToolBody';
import { useSessionHead } from '#window/state/session/sessionModels';
import { useSettings } from '#window/state/settingsStore';
import { Icon } from '#window/ui/Icon';
import { VisibleText } from '#window/ui/text/VisibleText';
import styles from './PermissionCard.module.css';
import { requestRisk } from './requestRisk';

interface RequestFactsProps {
  readonly asked: Pick<AskedFacts, 'input' | 'content' | 'locations' | 'toolKind'>;
  /** The key under which expanded parts are remembered. */
  readonly name: string;
}

/** The effect, read from the request: the command with nothing hidden, or the diff. */
export function RequestFactsView({ asked, name }: RequestFactsProps) {
  const { sessionId } = useThread();
  const input = useBody(sessionId, asked.input);
  const facts = requestFacts(input.state === 'ready' ? input.text : null);
  const shown = asked.content.filter(({ type }) => type !== 'terminal');
  const saysNothing =
    asked.input === null && asked.locations.length === 0 && asked.content.length === 0;
  const isPlain = facts.command === null && facts.url === null && shown.length === 0;
  const added = useSettings((settings) => settings.review.selfArming);
  const selfArming = useMemo(() => selfArmingTest(added), [added]);
  const risk = requestRisk(asked, useSessionHead(sessionId)?.cwd ?? '', selfArming);
  return (
    <div className={styles.facts}>
      {risk !== null && (
        <p className={styles.risk}>
          <Icon icon={ShieldAlert} size="small" />
          <span>
            <code>{visiblePath(risk.path)}</code>: read every line of it. {risk.reason}
          </span>
        </p>
      )}
      {facts.isUnclear && (
        <p className={styles.risk}>
          <Icon icon={ShieldAlert} size="small" />
          <span>The request asks for more than one thing. Read all of it.</span>
        </p>
      )}
      {saysNothing && <p className={styles.place}>The request does not say what it would do.</p>}
      {facts.command !== null && (
        <pre className={styles.command} dir="ltr">
          <VisibleText text={facts.command} />
        </pre>
      )}
      {facts.cwd !== null && (
        <p className={styles.place}>
          in <code>{visiblePath(facts.cwd)}</code>
        </p>
      )}
      {facts.env.length > 0 && (
        <p className={styles.place}>
          with <code>{facts.env.map(visiblePath).join(' ')}</code>
        </p>
      )}
      {facts.url !== null && (
        <pre className={styles.command} dir="ltr">
          <VisibleText text={facts.url} />
        </pre>
      )}
      {shown.map((content, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: content is replaced as a whole.
        <ToolContentView key={index} content={content} kind={asked.toolKind} />
      ))}
      {shown.length === 0 && (
        <div className={styles.places}>
          <PathButtons locations={asked.locations} />
        </div>
      )}
      {asked.input !== null && (
        <Fold name={name} label="Full request" openByDefault={isPlain || facts.isUnclear}>
          <RawBody body={asked.input} />
        </Fold>
      )}
    </div>
  );
}
