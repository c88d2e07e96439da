import { ChevronDown, ChevronRight } from 'lucide-react';
import type { CSSProperties } from 'react';
import type { FileTreeFolder as Row } from '#window/features/review/model/fileTree';
import { Icon } from '#window/ui/Icon';
import styles from './FileRow.module.css';
import { FolderPath } from './FolderPath';

interface FolderRowProps {
  readonly row: Row;
  readonly isTabStop: boolean;
  onToggle(): void;
}

export function FileFolderRow({ row, isTabStop, onToggle }: FolderRowProps) {
  const count = row.files.length;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree around it handles the keys.
    <div
      className={styles.row}
      role="treeitem"
      aria-label={`${row.name}, folder, ${count === 1 ? '1 file' : `${count} files`}`}
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.size}
      aria-expanded={row.isOpen}
      aria-selected={false}
      tabIndex={isTabStop ? 0 : -1}
      data-row={row.key}
      style={{ '--level': row.level } as CSSProperties}
      onClick={onToggle}
    >
      <span className={styles.chevron}>
        <Icon icon={row.isOpen ? ChevronDown : ChevronRight} size="small" />
      </span>
      <FolderPath path={row.name} />
      {!row.isOpen && (
        <span className={styles.end}>
          <span className={styles.count}>{count}</span>
        </span>
      )}
    </div>
  );
}
