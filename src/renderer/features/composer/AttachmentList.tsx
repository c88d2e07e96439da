import { FileSymlink, FileText, X } from 'lucide-react';
import { visiblePath } from '#shared/text/visiblePath';
import { Icon } from '../../ui/Icon';
import { IconButton } from '../../ui/IconButton';
import { tooltip } from '../../ui/tooltip';
import styles from './AttachmentList.module.css';
import type { Attachment } from './draft';

interface AttachmentListProps {
  readonly attachments: readonly Attachment[];
  onRemove(id: string): void;
}

/** What goes along with the prompt. */
export function AttachmentList({ attachments, onRemove }: AttachmentListProps) {
  if (attachments.length === 0) return null;
  return (
    <ul className={styles.list} aria-label="Attachments">
      {attachments.map((attachment) => (
        <li key={attachment.id} className={styles.item}>
          {attachment.kind === 'image' ? (
            <img
              className={styles.picture}
              src={`data:${attachment.mimeType};base64,${attachment.data}`}
              alt=""
            />
          ) : (
            <Icon icon={attachment.kind === 'file' ? FileSymlink : FileText} size="small" />
          )}
          <span className={styles.name} {...tooltip({ text: placeOf(attachment), side: 'top' })}>
            {visiblePath(attachment.name)}
          </span>
          <IconButton
            icon={X}
            label={`Remove ${visiblePath(attachment.name)}`}
            size="small"
            onClick={() => onRemove(attachment.id)}
          />
        </li>
      ))}
    </ul>
  );
}

/** Where it is, as far as it is anywhere. */
function placeOf(attachment: Attachment): string {
  return (attachment.kind === 'image' ? null : attachment.path) ?? attachment.name;
}
