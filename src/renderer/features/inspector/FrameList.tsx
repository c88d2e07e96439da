import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import type { FrameSummary } from '#shared/ipc/inspector';
import styles from './FrameList.module.css';
import { FrameRow } from './FrameRow';
import { END_PIXELS, ROW_HEIGHT } from './limits';

interface FrameListProps {
  readonly frames: readonly FrameSummary[];
  readonly selected: number | null;
  readonly hasProcess: boolean;
  readonly isFiltered: boolean;
  onSelect(number: number | null): void;
}

/** Everything that went over the wire, oldest first; it keeps to the end until the user leaves it. */
export function FrameList({ frames, selected, hasProcess, isFiltered, onSelect }: FrameListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const isAtEnd = useRef(true);
  const id = useId();
  const index = frames.findIndex(({ number }) => number === selected);

  useEffect(() => {
    if (isAtEnd.current && frames.length > 0) list.current?.scrollToIndex(frames.length - 1);
  }, [frames]);

  const go = (to: number) => {
    const frame = frames[Math.min(frames.length - 1, Math.max(0, to))];
    if (frame === undefined) return;
    onSelect(frame.number);
    list.current?.scrollToIndex(frames.indexOf(frame), { align: 'nearest' });
  };

  const steer = (event: KeyboardEvent) => {
    const from = index < 0 ? frames.length : index;
    const to = {
      ArrowUp: from - 1,
      ArrowDown: index < 0 ? frames.length - 1 : index + 1,
      Home: 0,
      End: frames.length - 1,
    }[event.key];
    if (to !== undefined) go(to);
    else if (event.key === 'Escape' && selected !== null) onSelect(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  if (frames.length === 0) {
    return <p className={styles.empty}>{emptyWords(hasProcess, isFiltered)}</p>;
  }
  return (
    <div
      ref={scroller}
      className={styles.list}
      data-compact={selected !== null || undefined}
      role="listbox"
      aria-label="Messages"
      tabIndex={0}
      aria-activedescendant={index < 0 ? undefined : `${id}-${selected}`}
      onKeyDown={steer}
      onScroll={({ currentTarget }) => {
        const { scrollTop, clientHeight, scrollHeight } = currentTarget;
        isAtEnd.current = scrollTop + clientHeight >= scrollHeight - END_PIXELS;
      }}
    >
      <Virtualizer
        ref={list}
        scrollRef={scroller}
        data={frames}
        itemSize={ROW_HEIGHT}
        keepMounted={index < 0 ? [] : [index]}
      >
        {(frame) => (
          <FrameRow
            key={frame.number}
            id={`${id}-${frame.number}`}
            frame={frame}
            isSelected={frame.number === selected}
            onSelect={() => onSelect(frame.number)}
          />
        )}
      </Virtualizer>
    </div>
  );
}

function emptyWords(hasProcess: boolean, isFiltered: boolean): string {
  if (isFiltered) return 'No messages match the filter.';
  return hasProcess
    ? 'No messages yet.'
    : 'The agent has not run since Airlock started. Its messages appear here when it runs.';
}
