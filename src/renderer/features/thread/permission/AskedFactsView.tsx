import { ShieldAlert } from 'lucide-react';
import { entryId, type PermissionEntry } from '#shared/session/entries';
import { TitleText } from '#window/features/thread/TitleText';
import { useThread } from '#window/features/thread/threadContext';
import { useEntry } from '#window/state/session/sessionModels';
import { Icon } from '#window/ui/Icon';
import styles from './PermissionCard.module.css';
import { RequestFactsView } from './RequestFactsView';

/** The original request; later changes by the agent are shown below it. */
export function AskedFactsView({
  entry: { question, change, id },
}: {
  readonly entry: PermissionEntry;
}) {
  const { asked, toolCallId } = question;
  if (asked === undefined) return toolCallId && <ToolFacts toolCallId={toolCallId} />;
  return (
    <>
      {(toolCallId !== null || asked.input !== null || asked.content.length > 0) && (
        <RequestFactsView asked={asked} name={`${id}/asked`} />
      )}
      {change !== undefined && (
        <section aria-label="Changed after asking" aria-live="assertive" className={styles.changed}>
          <p className={styles.risk}>
            <Icon icon={ShieldAlert} size="small" />
            <span>
              <strong>The agent changed this request after asking.</strong> The original request is
              above; it now says:
            </span>
          </p>
          {change.facts.title !== asked.title && (
            <blockquote className={styles.quote}>
              <TitleText text={change.facts.title} />
            </blockquote>
          )}
          <RequestFactsView asked={change.facts} name={`${id}/changed`} />
        </section>
      )}
    </>
  );
}

/** The facts of the tool call, for older logs that do not hold the original request. */
function ToolFacts({ toolCallId }: { readonly toolCallId: string }) {
  const { sessionId } = useThread();
  const entry = useEntry(sessionId, entryId('tool', toolCallId));
  if (entry?.kind !== 'tool') return null;
  return <RequestFactsView asked={entry} name={`${entry.id}/asked`} />;
}
