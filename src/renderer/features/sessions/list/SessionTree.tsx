import { type KeyboardEvent, type MouseEvent, useState } from 'react';
import type { SessionSummary } from '#shared/session/summary';
import { deleteSession } from '#window/actions/deleteSession';
import { sessionMenu } from '#window/actions/sessionMenu';
import { reportError } from '#window/diagnostics/reportError';
import { usePanes } from '#window/state/layout/panes';
import { goToSession } from '#window/state/layout/reveal';
import {
  foldProject,
  showArchived,
  startRenaming,
  useSessionList,
} from '#window/state/session/sessionListStore';
import { keyTarget } from '#window/ui/layout/treeKeys';
import { useTreeFocus } from '#window/ui/layout/useTreeFocus';
import { ContextMenu } from '#window/ui/overlay/ContextMenu';
import { FolderRow } from './FolderRow';
import { SessionRow } from './SessionRow';
import styles from './SessionTree.module.css';
import type { SessionTreeRow } from './sessionTree';

/** Sessions by project, as a tree that one tab stop and the arrow keys go through. */
export function SessionTree({ rows }: { readonly rows: readonly SessionTreeRow[] }) {
  const active = usePanes((panes) => panes.active);
  const renaming = useSessionList((state) => state.renaming);
  const [menuSession, setMenuSession] = useState<SessionSummary | null>(null);
  const { tree, tabStop, focusRow, focusedRow, rowAround, onFocus } = useTreeFocus(rows, active);

  const pressKey = (event: KeyboardEvent<HTMLElement>) => {
    const row = focusedRow(event.target);
    if (row === undefined || event.altKey) return;
    const target = keyTarget(rows, row, event.key);
    if (target !== undefined) focusRow(target.key);
    else if (!actOn(row, event)) return;
    event.preventDefault();
    event.stopPropagation();
  };

  const pickMenu = (event: MouseEvent<HTMLElement>) => {
    const row = rowAround(event.target);
    setMenuSession(row?.kind === 'session' ? row.session : null);
    if (row?.kind !== 'session') event.preventDefault();
  };

  return (
    <ContextMenu
      items={menuSession ? sessionMenu(menuSession) : []}
      target={
        <div
          ref={tree}
          className={styles.tree}
          role="tree"
          aria-label="Sessions by project"
          onKeyDown={pressKey}
          onContextMenu={pickMenu}
          onFocus={onFocus}
        >
          {rows.map((row) =>
            row.kind === 'session' ? (
              <SessionRow
                key={row.key}
                session={row.session}
                index={row.position.index}
                count={row.position.count}
                isActive={row.key === active}
                isTabStop={row.key === tabStop}
                isRenaming={row.key === renaming}
              />
            ) : (
              <FolderRow key={row.key} row={row} isTabStop={row.key === tabStop} />
            ),
          )}
        </div>
      }
    />
  );
}

/** Handles a key for the focused row; returns whether it did anything. */
function actOn(row: SessionTreeRow, event: KeyboardEvent): boolean {
  if (row.kind !== 'session') {
    const wanted = { ArrowLeft: false, ArrowRight: true, Enter: !row.isOpen, ' ': !row.isOpen }[
      event.key
    ];
    if (wanted === undefined || wanted === row.isOpen) return false;
    if (row.kind === 'archive') showArchived(wanted);
    else foldProject(row.project, !wanted);
    return true;
  }
  switch (event.key) {
    case 'Enter':
    case ' ':
      goToSession(row.session.id, event.ctrlKey || event.metaKey ? 'right' : 'tab');
      return true;
    case 'F2':
      startRenaming(row.session.id);
      return true;
    case 'Delete':
      deleteSession(row.session).catch(reportError);
      return true;
    default:
      return false;
  }
}
