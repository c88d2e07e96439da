import { ShieldAlert } from 'lucide-react';
import type { ToolEntry } from '#shared/session/entries';
import { useSessionHead } from '../../../state/sessionModels';
import { Icon } from '../../../ui/Icon';
import { VisibleText } from '../../../ui/VisibleText';
import { visibleLine } from '../../../ui/visibleText';
import { useBody } from '../bodies';
import { Fold } from '../Fold';
import { useThread } from '../threadContext';
import { PathButtons } from '../tool/PathButtons';
import { RawBody, ToolContentView } from '../tool/ToolBody';
import styles from './PermissionCard.module.css';
import { requestFacts } from './requestFacts';
import { requestRisk } from './requestRisk';

/** What would happen, read from the request: the command with nothing hidden in it, or the diff. */
export function RequestFactsView({ entry }: { readonly entry: ToolEntry }) {
  const { sessionId } = useThread();
  const input = useBody(sessionId, entry.input);
  const facts = requestFacts(input.state === 'ready' ? input.text : null);
  const shown = entry.content.filter(({ type }) => type !== 'terminal');
  const saysNothing =
    entry.input === null && entry.locations.length === 0 && entry.content.length === 0;
  const isPlain = facts.command === null && facts.url === null && shown.length === 0;
  const risk = requestRisk(entry, useSessionHead(sessionId)?.cwd ?? '');
  return (
    <div className={styles.facts}>
      {risk !== null && (
        <p className={styles.risk}>
          <Icon icon={ShieldAlert} size="small" />
          <span>
            <code>{visibleLine(risk.path)}</code>: read every line of it. {risk.reason}
          </span>
        </p>
      )}
      {saysNothing && <p className={styles.place}>The request does not say what would be done.</p>}
      {facts.command !== null && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it.
        <pre className={styles.command} tabIndex={0} dir="ltr">
          <VisibleText text={facts.command} />
        </pre>
      )}
      {facts.cwd !== null && (
        <p className={styles.place}>
          in <code>{visibleLine(facts.cwd)}</code>
        </p>
      )}
      {facts.url !== null && (
        <pre className={styles.command} dir="ltr">
          <VisibleText text={facts.url} />
        </pre>
      )}
      {shown.map((content, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: content is replaced as a whole.
        <ToolContentView key={index} content={content} />
      ))}
      {shown.length === 0 && (
        <div className={styles.places}>
          <PathButtons locations={entry.locations} />
        </div>
      )}
      {entry.input !== null && (
        <Fold name={`${entry.id}/asked`} label="All of the request" openByDefault={isPlain}>
          <RawBody body={entry.input} />
        </Fold>
      )}
    </div>
  );
}
