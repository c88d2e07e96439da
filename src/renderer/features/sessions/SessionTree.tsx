import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react';
import type { SessionSummary } from '#shared/session/summary';
import { reportError } from '../../diagnostics/reportError';
import { deleteSession } from '../../state/deleteSession';
import { usePanes } from '../../state/panes';
import { goToSession } from '../../state/reveal';
import {
  foldProject,
  showArchived,
  startRenaming,
  useSessionList,
} from '../../state/sessionListStore';
import { sessionMenu } from '../../state/sessionMenu';
import { ContextMenu } from '../../ui/ContextMenu';
import { keyTarget } from '../../ui/treeKeys';
import { FolderRow } from './FolderRow';
import { SessionRow } from './SessionRow';
import styles from './SessionTree.module.css';
import type { TreeRow } from './sessionTree';

/** Sessions by project, as a tree that one tab stop and the arrow keys go through. */
export function SessionTree({ rows }: { readonly rows: readonly TreeRow[] }) {
  const tree = useRef<HTMLDivElement>(null);
  const active = usePanes((panes) => panes.active);
  const renaming = useSessionList((state) => state.renaming);
  const [current, setCurrent] = useState<string | null>(null);
  const [menuSession, setMenuSession] = useState<SessionSummary | null>(null);
  // The tab stop is where the user last was, else the session they look at, else the top.
  const has = (key: string | null) => rows.some((row) => row.key === key);
  const tabStop = has(current) ? current : has(active) ? active : rows[0]?.key;

  const focusRow = (key: string) => {
    setCurrent(key);
    const elements = tree.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [];
    [...elements].find((element) => element.dataset.row === key)?.focus();
  };

  const pressKey = (event: KeyboardEvent<HTMLElement>) => {
    const focused = event.target instanceof HTMLElement ? event.target.dataset.row : undefined;
    const row = rows.find(({ key }) => key === focused);
    if (row === undefined || event.altKey) return;
    const target = keyTarget(rows, row, event.key);
    if (target !== undefined) focusRow(target.key);
    else if (!actOn(row, event)) return;
    event.preventDefault();
    event.stopPropagation();
  };

  const pickMenu = (event: MouseEvent<HTMLElement>) => {
    const element = event.target instanceof Element && event.target.closest('[data-row]');
    const key = element instanceof HTMLElement ? element.dataset.row : undefined;
    const row = rows.find((candidate) => candidate.key === key);
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
          onFocus={(event) => setCurrent(event.target.dataset.row ?? current)}
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

/** What a key does to the row that has focus; says whether it did anything. */
function actOn(row: TreeRow, event: KeyboardEvent): boolean {
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
