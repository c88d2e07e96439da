import { FileText, Globe } from 'lucide-react';
import { openPlace } from '#window/actions/openPlace';
import { reportError } from '#window/diagnostics/reportError';
import { useThread } from '#window/features/thread/threadContext';
import { call } from '#window/ipc/client';
import { Icon } from '#window/ui/Icon';
import { linkTarget } from '#window/ui/markdown/linkTarget';
import { tooltip } from '#window/ui/overlay/tooltip';
import { visibleLine } from '#window/ui/text/visibleText';
import styles from './ContentBlocks.module.css';

interface ResourceChipProps {
  readonly name: string | null;
  readonly uri: string | null;
  /** Other facts from the agent about the resource, a few words each. */
  readonly facts?: readonly string[];
}

/** An attachment or a mention. It can be opened only if we support its kind of address. */
export function ResourceChip({ name, uri, facts = [] }: ResourceChipProps) {
  const { sessionId } = useThread();
  const target = uri === null ? null : linkTarget(uri);
  const label = visibleLine(name ?? lastPart(uri ?? ''));
  const icon = target?.kind === 'web' ? Globe : FileText;
  const content = (
    <>
      <Icon icon={icon} size="small" />
      <bdi className={styles.chipName}>{label}</bdi>
      {facts.length > 0 && (
        <bdi className={styles.chipFacts}>{facts.map(visibleLine).join(' · ')}</bdi>
      )}
    </>
  );
  if (uri === null || target === null || target.kind === 'refused') {
    return <span className={styles.chip}>{content}</span>;
  }
  const open = () => {
    if (target.kind === 'file') {
      openPlace(sessionId, target.path, target.line).catch(reportError);
    } else call('app.openExternal', { url: target.url }).catch(reportError);
  };
  return (
    <button
      type="button"
      className={styles.chip}
      {...tooltip({ text: visibleLine(uri) })}
      onClick={open}
    >
      {content}
    </button>
  );
}

function lastPart(uri: string): string {
  return uri.split(/[\\/]/).findLast((part) => part !== '') ?? uri;
}
