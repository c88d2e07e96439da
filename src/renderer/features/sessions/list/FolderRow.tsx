import { Archive, ChevronRight, Ellipsis, Plus } from 'lucide-react';
import { visiblePath } from '#shared/text/visiblePath';
import { renameProject } from '#window/actions/projectActions';
import { reportError } from '#window/diagnostics/reportError';
import { foldRow, showArchived } from '#window/state/session/sessionListStore';
import { IconButton } from '#window/ui/form/IconButton';
import { Icon } from '#window/ui/Icon';
import { tooltip } from '#window/ui/overlay/tooltip';
import { openRowMenu } from './openRowMenu';
import { startHere } from './projectMenu';
import { RenameField } from './RenameField';
import styles from './SessionTree.module.css';
import type { SessionTreeRow } from './sessionTree';

interface FolderRowProps {
  readonly row: Extract<SessionTreeRow, { kind: 'project' | 'archive' }>;
  readonly isTabStop: boolean;
  readonly isRenaming: boolean;
}

/** The header of a project's sessions, or of the archived ones. */
export function FolderRow({ row, isTabStop, isRenaming }: FolderRowProps) {
  const toggle = () =>
    row.kind === 'archive' ? showArchived(!row.isOpen) : foldRow(row.project, row.isOpen);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys for all its rows.
    <div
      className={styles.folder}
      role="treeitem"
      aria-level={1}
      aria-expanded={row.isOpen}
      aria-posinset={row.position.index}
      aria-setsize={row.position.count}
      tabIndex={isTabStop ? 0 : -1}
      data-row={row.key}
      onClick={toggle}
      {...(row.kind === 'project' && tooltip({ text: visiblePath(row.project), side: 'right' }))}
    >
      <span className={styles.chevron} data-open={row.isOpen || undefined}>
        <Icon icon={ChevronRight} size="small" />
      </span>
      {row.kind === 'archive' && <Icon icon={Archive} size="small" />}
      {row.kind === 'project' && isRenaming ? (
        <RenameField
          label="Project name"
          text={row.name}
          onKeep={(name) => void renameProject(row.project, name).catch(reportError)}
        />
      ) : (
        <span className={styles.folderName}>{row.kind === 'archive' ? 'Archived' : row.name}</span>
      )}
      {row.kind === 'project' && row.detail !== null && (
        <span className={styles.folderDetail}>{visiblePath(row.detail)}</span>
      )}
      <span className={styles.count}>{row.count}</span>
      {row.kind === 'project' && !isRenaming && (
        <span className={styles.actions}>
          <IconButton
            icon={Plus}
            label={`New session in ${row.name}`}
            size="small"
            tabIndex={-1}
            onClick={(event) => {
              event.stopPropagation();
              startHere(row.project);
            }}
          />
          <IconButton
            icon={Ellipsis}
            label={`More actions for ${row.name}`}
            size="small"
            tabIndex={-1}
            onClick={openRowMenu}
          />
        </span>
      )}
    </div>
  );
}
