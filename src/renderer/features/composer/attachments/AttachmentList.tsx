import { AudioLines, FileSymlink, FileText, X } from 'lucide-react';
import { visiblePath } from '#shared/text/visiblePath';
import type { DraftAttachment } from '#window/features/composer/draft/draft';
import { IconButton } from '#window/ui/form/IconButton';
import { Icon } from '#window/ui/Icon';
import { tooltip } from '#window/ui/overlay/tooltip';
import styles from './AttachmentList.module.css';

interface AttachmentListProps {
  readonly attachments: readonly DraftAttachment[];
  onRemove(id: string): void;
}

/** The attachments of the prompt. */
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
            <Icon icon={icons[attachment.kind]} size="small" />
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

const icons = { file: FileSymlink, text: FileText, audio: AudioLines } as const;

/** The path of the attachment, if it has one. */
function placeOf(attachment: DraftAttachment): string {
  return ('path' in attachment ? attachment.path : null) ?? attachment.name;
}
