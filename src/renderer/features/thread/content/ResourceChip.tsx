import { AudioLines, FileText, Globe } from 'lucide-react';
import { reportError } from '../../../diagnostics/reportError';
import { call } from '../../../ipc/client';
import { Icon } from '../../../ui/Icon';
import { linkTarget } from '../../../ui/markdown/linkTarget';
import { tooltip } from '../../../ui/tooltip';
import { visibleLine } from '../../../ui/visibleText';
import { openLocation } from '../openLocation';
import { useThread } from '../threadContext';
import styles from './ContentBlocks.module.css';

interface ResourceChipProps {
  readonly kind: 'file' | 'audio';
  readonly name: string | null;
  readonly uri: string | null;
}

/** Something that was attached or named. It opens only where the address is one that we open. */
export function ResourceChip({ kind, name, uri }: ResourceChipProps) {
  const { sessionId } = useThread();
  const target = uri === null ? null : linkTarget(uri);
  const label = visibleLine(name ?? lastPart(uri ?? ''));
  const icon = kind === 'audio' ? AudioLines : target?.kind === 'web' ? Globe : FileText;
  const content = (
    <>
      <Icon icon={icon} size="small" />
      <bdi className={styles.chipName}>{label}</bdi>
    </>
  );
  if (uri === null || target === null || target.kind === 'refused') {
    return <span className={styles.chip}>{content}</span>;
  }
  const open = () => {
    if (target.kind === 'file') openLocation(sessionId, target.path, target.line);
    else call('app.openExternal', { url: target.url }).catch(reportError);
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
