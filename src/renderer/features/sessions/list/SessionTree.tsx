import { type KeyboardEvent, type MouseEvent, useState } from 'react';
import { deleteSession } from '#window/actions/deleteSession';
import { sessionMenu } from '#window/actions/sessionMenu';
import { openSet, setMenu } from '#window/actions/setActions';
import { reportError } from '#window/diagnostics/reportError';
import { usePanes } from '#window/state/layout/panes';
import { goToSession } from '#window/state/layout/reveal';
import {
  foldRow,
  showArchived,
  startRenaming,
  startRenamingProject,
  useSessionList,
} from '#window/state/session/sessionListStore';
import { keyTarget } from '#window/ui/layout/treeKeys';
import { useTreeFocus } from '#window/ui/layout/useTreeFocus';
import { ContextMenu } from '#window/ui/overlay/ContextMenu';
import type { MenuItem } from '#window/ui/overlay/menuItem';
import { FolderRow } from './FolderRow';
import { projectMenu } from './projectMenu';
import { SessionRow } from './SessionRow';
import styles from './SessionTree.module.css';
import { SetRow } from './SetRow';
import type { SessionTreeRow } from './sessionTree';

/** Sessions by project, as a tree with one tab stop and arrow keys. */
export function SessionTree({ rows }: { readonly rows: readonly SessionTreeRow[] }) {
  const active = usePanes((panes) => panes.active);
  const renaming = useSessionList((state) => state.renaming);
  const [menu, setMenu] = useState<readonly MenuItem[]>([]);
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
    const items = menuOf(row);
    setMenu(items);
    if (items.length === 0) event.preventDefault();
  };

  return (
    <ContextMenu
      items={menu}
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
                level={row.level}
                memberName={row.memberName}
                index={row.position.index}
                count={row.position.count}
                isActive={row.key === active}
                isTabStop={row.key === tabStop}
                isRenaming={renaming?.kind === 'session' && row.key === renaming.id}
              />
            ) : row.kind === 'set' ? (
              <SetRow key={row.key} row={row} isTabStop={row.key === tabStop} />
            ) : (
              <FolderRow
                key={row.key}
                row={row}
                isTabStop={row.key === tabStop}
                isRenaming={
                  renaming?.kind === 'project' &&
                  row.kind === 'project' &&
                  row.project === renaming.project
                }
              />
            ),
          )}
        </div>
      }
    />
  );
}

function menuOf(row: SessionTreeRow | undefined): readonly MenuItem[] {
  switch (row?.kind) {
    case 'session':
      return sessionMenu(row.session);
    case 'set':
      return setMenu(row.sessionIds);
    case 'project':
      return projectMenu(row.project);
    default:
      return [];
  }
}

/** Handles a key for the focused row; returns whether it did anything. */
function actOn(row: SessionTreeRow, event: KeyboardEvent): boolean {
  if (row.kind === 'project' && event.key === 'F2') {
    startRenamingProject(row.project);
    return true;
  }
  if (row.kind === 'set' && event.key === 'Enter') {
    openSet(row.sessionIds);
    return true;
  }
  if (row.kind !== 'session') {
    const wanted = { ArrowLeft: false, ArrowRight: true, Enter: !row.isOpen, ' ': !row.isOpen }[
      event.key
    ];
    if (wanted === undefined || wanted === row.isOpen) return false;
    if (row.kind === 'archive') showArchived(wanted);
    else foldRow(row.kind === 'set' ? row.key : row.project, !wanted);
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
