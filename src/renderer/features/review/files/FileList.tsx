import { FolderTree, ListChecks, ListFilter, Search } from 'lucide-react';
import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useMemo,
  useState,
} from 'react';
import type { ChangeView } from '#shared/airlock/changeView';
import type { SessionId } from '#shared/ids';
import { useShortcut } from '#window/commands/commands';
import { fileState } from '#window/features/review/model/fileState';
import { type FileTreeRow, fileTreeRows } from '#window/features/review/model/fileTree';
import { setPreference, usePreferences } from '#window/features/review/model/preferences';
import { reviewStore, useReview } from '#window/features/review/model/reviewStore';
import { isSeen } from '#window/features/review/model/seenFiles';
import { IconButton } from '#window/ui/form/IconButton';
import { Icon } from '#window/ui/Icon';
import { drawnRows, useNearRows } from '#window/ui/layout/nearRows';
import { keyTarget } from '#window/ui/layout/treeKeys';
import { useTreeFocus } from '#window/ui/layout/useTreeFocus';
import { ContextMenu } from '#window/ui/overlay/ContextMenu';
import { FileFolderRow } from './FileFolderRow';
import styles from './FileList.module.css';
import { FileRow } from './FileRow';
import { filesMenu } from './filesMenu';

/** The height of a row, as in the style sheet. */
const ROW_PIXELS = 26;

interface FileListProps {
  readonly sessionId: SessionId;
  readonly files: readonly ChangeView[];
  /** How many decided files are hidden. */
  readonly hidden: number;
  readonly selected: string;
}

export function FileList({ sessionId, files, hidden, selected }: FileListProps) {
  const filter = useReview(sessionId, (state) => state.filter);
  const folded = useReview(sessionId, (state) => state.folded);
  const { byFolder } = usePreferences();
  const rows = useMemo(
    () => fileTreeRows(files, { filter, byFolder, folded }),
    [files, filter, byFolder, folded],
  );
  return (
    <>
      <FileFilter sessionId={sessionId} />
      <FileTree sessionId={sessionId} rows={rows} selected={selected} />
      {rows.length === 0 && <p className={styles.none}>No files match.</p>}
      {hidden > 0 && (
        <button
          type="button"
          className={styles.hidden}
          onClick={() => setPreference('hideDecided', false)}
        >
          Show {hidden.toLocaleString()} decided {hidden === 1 ? 'file' : 'files'}
        </button>
      )}
    </>
  );
}

function FileFilter({ sessionId }: { readonly sessionId: SessionId }) {
  const filter = useReview(sessionId, (state) => state.filter);
  const { byFolder, hideDecided } = usePreferences();
  return (
    <div className={styles.head}>
      <div className={styles.filter}>
        <Icon icon={Search} size="small" />
        <input
          type="search"
          aria-label="Filter files"
          placeholder="Filter files"
          spellCheck={false}
          value={filter}
          onChange={(event) => reviewStore(sessionId).setState({ filter: event.target.value })}
        />
      </div>
      <IconButton
        icon={byFolder ? FolderTree : ListFilter}
        label="Group by folder"
        size="small"
        aria-pressed={byFolder}
        onClick={() => setPreference('byFolder', !byFolder)}
      />
      <IconButton
        icon={ListChecks}
        label="Hide decided files"
        size="small"
        aria-pressed={hideDecided}
        shortcut={useShortcut('review.hideDecided')}
        onClick={() => setPreference('hideDecided', !hideDecided)}
      />
    </div>
  );
}

interface FileTreeProps {
  readonly sessionId: SessionId;
  readonly rows: readonly FileTreeRow[];
  readonly selected: string;
}

function rowOf(tree: HTMLElement | null, path: string): HTMLElement | undefined {
  const rows = tree?.querySelectorAll<HTMLElement>('[data-row]') ?? [];
  return [...rows].find(({ dataset }) => dataset.row === path);
}

/** The changed files as a tree with one tab stop and arrow keys. */
function FileTree({ sessionId, rows, selected }: FileTreeProps) {
  const collected = useReview(sessionId, (state) => state.collected);
  const seen = useReview(sessionId, (state) => state.seen);
  const { byFolder } = usePreferences();
  const { tree, tabStop, focusRow, focusedRow, rowAround, onFocus } = useTreeFocus(rows, selected);
  const [pointed, setPointed] = useState<FileTreeRow | null>(null);
  const near = useNearRows(tree, rows.length, ROW_PIXELS);
  useSelectedInView(tree, selected);

  const pressKey = (event: KeyboardEvent<HTMLElement>) => {
    const row = focusedRow(event.target);
    if (row === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    const target = keyTarget(rows, row, event.key);
    if (target === undefined && !actOnRow(sessionId, row, event.key)) return;
    if (target !== undefined) {
      focusRow(target.key);
      // Like in any list of files, the focused file is shown beside it.
      if (target.kind === 'file') selectFile(sessionId, target.key);
    }
    event.preventDefault();
    event.stopPropagation();
  };

  const point = (event: MouseEvent) => {
    const row = rowAround(event.target);
    setPointed(row ?? null);
    // The menu has nothing to offer beside the rows.
    if (row === undefined) event.stopPropagation();
  };

  return (
    <ContextMenu
      items={pointed ? filesMenu(sessionId, pointed) : []}
      target={
        <div
          ref={tree}
          className={styles.tree}
          role="tree"
          aria-label="Changed files"
          onKeyDown={pressKey}
          onFocus={onFocus}
          onContextMenuCapture={point}
        >
          {drawnRows(rows, near, [tabStop, selected]).map((one) => {
            if (one.type === 'gap') {
              const style = { height: one.rows * ROW_PIXELS };
              return <div key={one.key} role="presentation" style={style} />;
            }
            const { row } = one;
            return row.kind === 'file' ? (
              <FileRow
                key={row.key}
                row={row}
                state={fileState(row.view, collected)}
                isSelected={row.key === selected}
                isTabStop={row.key === tabStop}
                showsFolder={!byFolder}
                isSeen={isSeen(seen, row.view)}
                onSelect={() => selectFile(sessionId, row.key)}
              />
            ) : (
              <FileFolderRow
                key={row.key}
                row={row}
                isTabStop={row.key === tabStop}
                onToggle={() => foldFolder(sessionId, row.key, !row.isOpen)}
              />
            );
          })}
        </div>
      }
    />
  );
}

/** Scrolls to the selected row when the selection changes or the tree gets lower. */
function useSelectedInView(tree: RefObject<HTMLElement | null>, selected: string): void {
  // Keys and decisions select files without touching the tree.
  useEffect(() => {
    rowOf(tree.current, selected)?.scrollIntoView({ block: 'nearest' });
  }, [tree, selected]);

  // A tree that gets lower hides its end. The selected row stays visible, unless the user has
  // scrolled away from it.
  useEffect(() => {
    const element = tree.current;
    if (element === null) return;
    let height = element.clientHeight;
    const observer = new ResizeObserver(() => {
      const before = height;
      height = element.clientHeight;
      const row = height < before ? rowOf(element, selected) : undefined;
      if (row === undefined) return;
      const top = row.getBoundingClientRect().top - element.getBoundingClientRect().top;
      if (top >= 0 && top < before) row.scrollIntoView({ block: 'nearest' });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [tree, selected]);
}

function selectFile(sessionId: SessionId, path: string): void {
  reviewStore(sessionId).setState(({ path: before }) =>
    before === path ? {} : { path, hunkId: null, isInBeat: false },
  );
}

function foldFolder(sessionId: SessionId, key: string, isOpen: boolean): void {
  reviewStore(sessionId).setState(({ folded: before }) => {
    const next = new Set(before);
    if (isOpen) next.delete(key);
    else next.add(key);
    return { folded: next };
  });
}

/** Handles a key on a row; returns whether it did something. */
function actOnRow(sessionId: SessionId, row: FileTreeRow, key: string): boolean {
  if (row.kind === 'file') {
    if (key !== 'Enter' && key !== ' ') return false;
    selectFile(sessionId, row.key);
    return true;
  }
  const wanted = { ArrowLeft: false, ArrowRight: true, Enter: !row.isOpen, ' ': !row.isOpen }[key];
  if (wanted === undefined || wanted === row.isOpen) return false;
  foldFolder(sessionId, row.key, wanted);
  return true;
}
