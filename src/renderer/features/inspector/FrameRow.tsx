import {
  ArrowDownLeft,
  ArrowUpRight,
  type LucideIcon,
  SquareTerminal,
  TriangleAlert,
  Unplug,
} from 'lucide-react';
import { useEffect } from 'react';
import type { FrameDirection, FrameSummary } from '#shared/ipc/inspector';
import { formatBytes } from '#shared/text/formatBytes';
import { reportError } from '#window/diagnostics/reportError';
import { Icon } from '#window/ui/Icon';
import { VisuallyHidden } from '#window/ui/text/VisuallyHidden';
import { visibleLine } from '#window/ui/text/visibleText';
import styles from './FrameRow.module.css';
import { formatTime, latencyWords } from './frameTime';
import { askForRow } from './inspection';

const directions: Readonly<Record<FrameDirection, { icon: LucideIcon; words: string }>> = {
  in: { icon: ArrowDownLeft, words: 'From the agent:' },
  out: { icon: ArrowUpRight, words: 'To the agent:' },
  stderr: { icon: SquareTerminal, words: 'Printed:' },
  garbage: { icon: Unplug, words: 'From the agent:' },
  problem: { icon: TriangleAlert, words: 'Found:' },
};

interface FrameRowProps {
  readonly id: string;
  readonly frame: FrameSummary;
  /** The frame's position among all rows, few of which are drawn; the first is 1. */
  readonly place: number;
  readonly count: number;
  readonly isSelected: boolean;
  onSelect(): void;
}

export function FrameRow({ id, frame, place, count, isSelected, onSelect }: FrameRowProps) {
  const { icon, words } = directions[frame.direction];
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list around it handles the keys.
    <div
      id={id}
      className={styles.row}
      role="option"
      aria-selected={isSelected}
      aria-posinset={place}
      aria-setsize={count}
      tabIndex={-1}
      data-direction={frame.direction}
      data-error={frame.isError || undefined}
      onClick={onSelect}
    >
      <span className={styles.icon}>
        <Icon icon={icon} size="small" />
        <VisuallyHidden>{words}</VisuallyHidden>
      </span>
      <span className={styles.time}>{formatTime(frame.at)}</span>
      <span className={styles.label}>{visibleLine(frame.label)}</span>
      <span className={styles.preview}>{visibleLine(frame.preview)}</span>
      <span className={styles.size}>
        {frame.latency !== undefined && `${latencyWords(frame.latency)} · `}
        {formatBytes(frame.bytes)}
      </span>
    </div>
  );
}

/** A row that is being loaded from the disk. */
export function MissingRow({ id, ordinal }: { readonly id: string; readonly ordinal: number }) {
  useEffect(() => {
    askForRow(ordinal).catch(reportError);
  }, [ordinal]);
  return (
    <div id={id} className={styles.row} role="option" aria-selected={false} tabIndex={-1}>
      <VisuallyHidden>Loading</VisuallyHidden>
    </div>
  );
}
