import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import type { FrameSummary } from '#shared/ipc/inspector';
import { reportError } from '#window/diagnostics/reportError';
import styles from './FrameList.module.css';
import { FrameRow, MissingRow } from './FrameRow';
import { type Inspection, rowAt } from './inspection';
import { END_PIXELS, ROW_HEIGHT } from './limits';

/** The row that the user selected; its ordinal belongs to the list that it was selected in. */
export interface ChosenRow {
  readonly ordinal: number;
  readonly row: FrameSummary;
}

interface FrameListProps {
  readonly list: Pick<Inspection, 'first' | 'end' | 'rows'>;
  readonly selected: ChosenRow | null;
  readonly hasProcess: boolean;
  readonly isFiltered: boolean;
  onSelect(chosen: ChosenRow | null): void;
}

/** All messages on the wire, oldest first. The list follows the end until the user scrolls away. */
export function FrameList({ list, selected, hasProcess, isFiltered, onSelect }: FrameListProps) {
  const { first, end, rows } = list;
  const scroller = useRef<HTMLDivElement>(null);
  const handle = useRef<VirtualizerHandle>(null);
  const isAtEnd = useRef(true);
  const id = useId();
  const chosen = selected === null ? -1 : selected.ordinal - first;

  useEffect(() => {
    if (isAtEnd.current && end > first) handle.current?.scrollToIndex(end - first - 1);
  }, [first, end]);

  useEffect(() => {
    if (chosen >= 0) handle.current?.scrollToIndex(chosen, { align: 'nearest' });
  }, [chosen]);

  const go = async (to: number) => {
    const ordinal = Math.min(end - 1, Math.max(first, to));
    const row = await rowAt(ordinal);
    if (row) onSelect({ ordinal, row });
  };

  const steer = (event: KeyboardEvent) => {
    const from = selected?.ordinal ?? end;
    const page = Math.floor((scroller.current?.clientHeight ?? 0) / ROW_HEIGHT);
    const to = {
      ArrowUp: from - 1,
      ArrowDown: from + 1,
      PageUp: from - page,
      PageDown: from + page,
      Home: first,
      End: end - 1,
    }[event.key];
    if (to !== undefined) go(to).catch(reportError);
    else if (event.key === 'Escape' && selected !== null) onSelect(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  if (end === first) {
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
      aria-activedescendant={chosen < 0 ? undefined : `${id}-${selected?.ordinal}`}
      onKeyDown={steer}
      onScroll={({ currentTarget }) => {
        const { scrollTop, clientHeight, scrollHeight } = currentTarget;
        isAtEnd.current = scrollTop + clientHeight >= scrollHeight - END_PIXELS;
      }}
    >
      <Virtualizer
        ref={handle}
        scrollRef={scroller}
        data={{ length: end - first }}
        itemSize={ROW_HEIGHT}
        keepMounted={chosen < 0 || chosen >= end - first ? [] : [chosen]}
      >
        {(_item: unknown, index: number) => {
          const ordinal = first + index;
          const row = rows.get(ordinal);
          const name = `${id}-${ordinal}`;
          return row === undefined ? (
            <MissingRow key={ordinal} id={name} ordinal={ordinal} />
          ) : (
            <FrameRow
              key={ordinal}
              id={name}
              frame={row}
              place={index + 1}
              count={end - first}
              isSelected={row.number === selected?.row.number}
              onSelect={() => onSelect({ ordinal, row })}
            />
          );
        }}
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
