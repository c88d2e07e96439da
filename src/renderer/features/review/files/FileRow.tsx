import {
  Clock,
  Eye,
  FileDiff,
  FileLock,
  FileMinus,
  FilePen,
  FilePlus,
  FileSymlink,
  FileX,
  Hourglass,
  type LucideIcon,
  ShieldAlert,
  SquareTerminal,
} from 'lucide-react';
import type { CSSProperties } from 'react';
import { becomesExecutable, type ChangeKind } from '#shared/airlock/change';
import { capital } from '#shared/text/capital';
import { visiblePath } from '#shared/text/visiblePath';
import { changeKindWords, EXECUTABLE_WORDS } from '#window/features/review/model/changeWords';
import { type FileState, fileStateWords } from '#window/features/review/model/fileState';
import {
  fileName,
  folderNameOf,
  type FileTreeFile as Row,
} from '#window/features/review/model/fileTree';
import { Icon } from '#window/ui/Icon';
import { tooltip } from '#window/ui/overlay/tooltip';
import { FileMarks } from './FileMarks';
import styles from './FileRow.module.css';
import { FolderPath } from './FolderPath';

const kindIcons: Readonly<Record<ChangeKind, LucideIcon>> = {
  modify: FilePen,
  create: FilePlus,
  delete: FileMinus,
  rename: FileDiff,
  mode: FileLock,
  symlink: FileSymlink,
  binary: FileX,
};

interface FileRowProps {
  readonly row: Row;
  readonly state: FileState;
  readonly isSelected: boolean;
  readonly isTabStop: boolean;
  readonly showsFolder: boolean;
  /** The user has marked it as seen, and it has not changed since. */
  readonly isSeen: boolean;
  onSelect(): void;
}

export function FileRow({
  row,
  state,
  isSelected,
  isTabStop,
  showsFolder,
  isSeen,
  onSelect,
}: FileRowProps) {
  const { change, risk, addedLines, removedLines } = row.view;
  const isExecutable = becomesExecutable(change);
  const isHeld = change.origin !== 'scan' && row.view.status === 'open';
  const isSafe = risk.type === 'ordinary';
  const marks = [!isSafe, isExecutable, change.afterTheFact, isHeld, isSeen].filter(Boolean).length;
  const words = [
    visiblePath(change.path),
    changeKindWords[change.kind],
    addedLines > 0 && `${addedLines} added`,
    removedLines > 0 && `${removedLines} removed`,
    fileStateWords[state],
    isSeen && 'seen',
    isHeld && 'the agent is waiting',
    isExecutable && 'becomes executable',
    change.afterTheFact && 'after the fact',
    risk.type === 'red' && 'can run code',
    risk.type === 'refused' && 'cannot be accepted',
  ].filter(Boolean);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree around it handles the keys.
    <div
      className={styles.row}
      role="treeitem"
      aria-label={words.join(', ')}
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.size}
      aria-selected={isSelected}
      tabIndex={isTabStop ? 0 : -1}
      data-row={row.key}
      data-state={state}
      data-kind={change.kind}
      style={{ '--level': row.level, '--marks': marks } as CSSProperties}
      onClick={onSelect}
      {...tooltip({ text: tooltipText(row, state, isSeen), side: 'right' })}
    >
      <span className={styles.kind} data-kind={change.kind}>
        <Icon icon={kindIcons[change.kind]} size="small" />
      </span>
      <span className={styles.name}>{fileName(change.path)}</span>
      {showsFolder && (
        <span className={styles.folder}>
          <FolderPath path={folderNameOf(change.path)} />
        </span>
      )}
      <span className={styles.end}>
        {!isSafe && (
          <span className={styles.danger}>
            <Icon icon={ShieldAlert} size="small" />
          </span>
        )}
        {isExecutable && (
          <span className={styles.danger}>
            <Icon icon={SquareTerminal} size="small" />
          </span>
        )}
        {change.afterTheFact && (
          <span className={styles.mark}>
            <Icon icon={Clock} size="small" />
          </span>
        )}
        {isHeld && (
          <span className={styles.waits}>
            <Icon icon={Hourglass} size="small" />
          </span>
        )}
        {isSeen && (
          <span className={styles.mark}>
            <Icon icon={Eye} size="small" />
          </span>
        )}
        <FileMarks view={row.view} state={state} />
      </span>
    </div>
  );
}

function tooltipText({ view: { change, risk } }: Row, state: FileState, isSeen: boolean): string {
  const lines = [
    change.oldPath === undefined
      ? visiblePath(change.path)
      : `${visiblePath(change.oldPath)} → ${visiblePath(change.path)}`,
    `${capital(changeKindWords[change.kind])}, ${fileStateWords[state]}${isSeen ? ', seen' : ''}`,
    becomesExecutable(change) && EXECUTABLE_WORDS,
    change.afterTheFact && 'After the fact: written to your files before you could review it.',
    risk.type !== 'ordinary' && risk.reason,
  ].filter(Boolean);
  return lines.join('\n');
}
