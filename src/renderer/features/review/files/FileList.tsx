import { FolderTree, ListFilter, Search } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { ChangeView } from '#shared/airlock/changeView';
import type { SessionId } from '#shared/ids';
import { ContextMenu } from '../../../ui/ContextMenu';
import { Icon } from '../../../ui/Icon';
import { IconButton } from '../../../ui/IconButton';
import { keyTarget } from '../../../ui/treeKeys';
import { fileState } from '../model/fileState';
import { type TreeRow, treeRows } from '../model/fileTree';
import { setPreference, usePreferences } from '../model/preferences';
import { reviewStore, useReview } from '../model/reviewStore';
import styles from './FileList.module.css';
import { FileRow } from './FileRow';
import { FolderRow } from './FolderRow';
import { filesMenu } from './filesMenu';

interface FileListProps {
  readonly sessionId: SessionId;
  readonly files: readonly ChangeView[];
  readonly selected: string;
}

/** The changed files, as a tree that one tab stop and the arrow keys go through. */
export function FileList({ sessionId, files, selected }: FileListProps) {
  const store = reviewStore(sessionId);
  const filter = useReview(sessionId, (state) => state.filter);
  const folded = useReview(sessionId, (state) => state.folded);
  const collected = useReview(sessionId, (state) => state.collected);
  const { byFolder } = usePreferences();
  const rows = useMemo(
    () => treeRows(files, { filter, byFolder, folded }),
    [files, filter, byFolder, folded],
  );
  const tree = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState<string | null>(null);
  const [pointed, setPointed] = useState<TreeRow | null>(null);
  const has = (key: string | null) => rows.some((row) => row.key === key);
  const tabStop = has(current) ? current : has(selected) ? selected : rows[0]?.key;

  // Keys and decisions go from file to file without the tree being touched.
  useEffect(() => {
    const elements = tree.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [];
    const row = [...elements].find((element) => element.dataset.row === selected);
    row?.scrollIntoView({ block: 'nearest' });
  }, [selected]);

  const select = (path: string) => {
    setCurrent(path);
    store.setState(({ path: before }) => (before === path ? {} : { path, hunkId: null }));
  };

  const focusRow = (key: string) => {
    setCurrent(key);
    const elements = tree.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [];
    [...elements].find((element) => element.dataset.row === key)?.focus();
  };

  const fold = (key: string, isOpen: boolean) =>
    store.setState(({ folded: before }) => {
      const next = new Set(before);
      if (isOpen) next.delete(key);
      else next.add(key);
      return { folded: next };
    });

  const act = (row: TreeRow, key: string): boolean => {
    if (row.kind === 'file') {
      if (key !== 'Enter' && key !== ' ') return false;
      select(row.key);
      return true;
    }
    const wanted = { ArrowLeft: false, ArrowRight: true, Enter: !row.isOpen, ' ': !row.isOpen }[
      key
    ];
    if (wanted === undefined || wanted === row.isOpen) return false;
    fold(row.key, wanted);
    return true;
  };

  const pressKey = (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const focused = event.target instanceof HTMLElement ? event.target.dataset.row : undefined;
    const row = rows.find(({ key }) => key === focused);
    if (row === undefined) return;
    const target = keyTarget(rows, row, event.key);
    if (target === undefined && !act(row, event.key)) return;
    if (target !== undefined) {
      focusRow(target.key);
      // As in any list of files: what has focus shows beside it.
      if (target.kind === 'file') select(target.key);
    }
    event.preventDefault();
    event.stopPropagation();
  };

  const point = (event: MouseEvent) => {
    const element = event.target instanceof Element ? event.target.closest('[data-row]') : null;
    const row = rows.find(({ key }) => key === element?.getAttribute('data-row'));
    setPointed(row ?? null);
    // Beside the rows there is nothing to offer.
    if (row === undefined) event.stopPropagation();
  };

  return (
    <>
      <div className={styles.head}>
        <div className={styles.filter}>
          <Icon icon={Search} size="small" />
          <input
            type="search"
            aria-label="Filter files"
            placeholder="Filter files"
            spellCheck={false}
            value={filter}
            onChange={(event) => store.setState({ filter: event.target.value })}
          />
        </div>
        <IconButton
          icon={byFolder ? FolderTree : ListFilter}
          label="Group by folder"
          size="small"
          aria-pressed={byFolder}
          onClick={() => setPreference('byFolder', !byFolder)}
        />
      </div>
      <ContextMenu
        items={pointed ? filesMenu(sessionId, pointed) : []}
        target={
          <div
            ref={tree}
            className={styles.tree}
            role="tree"
            aria-label="Changed files"
            onKeyDown={pressKey}
            onFocus={(event) => setCurrent(event.target.dataset.row ?? current)}
            onContextMenuCapture={point}
          >
            {rows.map((row) =>
              row.kind === 'file' ? (
                <FileRow
                  key={row.key}
                  row={row}
                  state={fileState(row.view, collected)}
                  isSelected={row.key === selected}
                  isTabStop={row.key === tabStop}
                  showsFolder={!byFolder}
                  onSelect={() => select(row.key)}
                />
              ) : (
                <FolderRow
                  key={row.key}
                  row={row}
                  isTabStop={row.key === tabStop}
                  onToggle={() => fold(row.key, !row.isOpen)}
                />
              ),
            )}
          </div>
        }
      />
      {rows.length === 0 && <p className={styles.none}>No file has this in its path.</p>}
    </>
  );
}
