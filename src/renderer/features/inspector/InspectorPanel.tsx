import { ScanSearch } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { SessionId } from '#shared/ids';
import type { FrameFilter } from '#shared/ipc/inspector';
import { reportError } from '#window/diagnostics/reportError';
import { call } from '#window/ipc/client';
import { settleTarget, useInspectorPanel } from '#window/state/layout/inspectorPanel';
import { usePanes } from '#window/state/layout/panes';
import { EmptyState } from '#window/ui/EmptyState';
import { FrameDetail } from './FrameDetail';
import { type ChosenRow, FrameList } from './FrameList';
import { FILTER_ID, InspectorBar, isFiltered } from './InspectorBar';
import styles from './InspectorPanel.module.css';
import { type Inspection, rowAt, useInspection } from './inspection';
import { ProcessFacts } from './ProcessFacts';

/** The process, the output and the messages of the active session's agent. */
export function InspectorPanel() {
  const sessionId = usePanes((panes) => panes.active);
  const [filter, setFilter] = useState(everything);
  // Opening the panel moves the focus there; switching sessions does not.
  useEffect(() => document.getElementById(FILTER_ID)?.focus(), []);
  if (sessionId === null) {
    return (
      <div className={styles.empty}>
        <EmptyState icon={ScanSearch} title="No session open">
          Open a session to see its agent’s process and messages.
        </EmptyState>
      </div>
    );
  }
  return (
    <SessionInspector key={sessionId} sessionId={sessionId} filter={filter} onFilter={setFilter} />
  );
}

const everything: FrameFilter = { text: '', show: 'all', label: null };

interface SessionInspectorProps {
  readonly sessionId: SessionId;
  readonly filter: FrameFilter;
  onFilter(filter: FrameFilter): void;
}

function SessionInspector({ sessionId, filter, onFilter }: SessionInspectorProps) {
  const [paused, setPaused] = useState<Inspection | null>(null);
  const [selected, setSelected] = useState<ChosenRow | null>(null);
  const inspected = useInspection(sessionId, filter);
  const list = paused ?? inspected;
  const { process, stderrTail, rows, first, end, total, open, labels } = list;
  const change = (next: FrameFilter) => {
    // Another filter makes another list, in which the selected message is looked up.
    if (selected) setSought(selected.row.number);
    setPaused(null);
    onFilter(next);
  };
  const setSought = useSought(inspected, filter, setSelected);
  // Another process counts its messages from the beginning.
  const [startedAt, setStartedAt] = useState(process?.startedAt);
  if (process !== null && process.startedAt !== startedAt) {
    setStartedAt(process.startedAt);
    if (startedAt !== undefined) setSelected(null);
  }
  const target = useInspectorPanel((panel) => panel.target);
  const show = useEffectEvent((number: number) => {
    setPaused(null);
    if (isFiltered(filter)) onFilter(everything);
    setSought(number);
  });
  useEffect(() => {
    if (target?.sessionId !== sessionId) return;
    show(target.number);
    settleTarget(target);
  }, [target, sessionId]);
  return (
    <>
      <InspectorBar
        sessionId={sessionId}
        filter={filter}
        isPaused={paused !== null}
        shown={end - first}
        total={total}
        open={open}
        labels={labels}
        onFilter={change}
        onPause={(isPaused) => setPaused(isPaused ? inspected : null)}
      />
      <div className={styles.body} data-detail={selected !== null || undefined}>
        <ProcessFacts sessionId={sessionId} process={process} stderrTail={stderrTail} />
        <FrameList
          list={{ first, end, rows: paused ? inspected.rows : rows }}
          selected={selected}
          hasProcess={process !== null}
          isFiltered={isFiltered(filter)}
          onSelect={setSelected}
        />
        {selected !== null && (
          <FrameDetail
            key={selected.row.number}
            sessionId={sessionId}
            row={selected.row}
            onClose={() => setSelected(null)}
          />
        )}
      </div>
    </>
  );
}

/** Finds a message in the list by its number, once the list matches the filter. */
function useSought(
  { filter: shown, end }: Inspection,
  filter: FrameFilter,
  onFound: (chosen: ChosenRow | null) => void,
): (number: number) => void {
  const [sought, setSought] = useState<number | null>(null);
  const found = useEffectEvent(onFound);
  useEffect(() => {
    if (sought === null || shown !== filter) return;
    let isWanted = true;
    find(sought, end).then((chosen) => {
      if (!isWanted) return;
      setSought(null);
      if (chosen) found(chosen);
    }, reportError);
    return () => {
      isWanted = false;
    };
  }, [sought, shown, filter, end]);
  return setSought;
}

async function find(number: number, end: number): Promise<ChosenRow | null> {
  const { ordinal } = await call('inspector.ordinal', { number });
  const row = ordinal < end ? await rowAt(ordinal) : undefined;
  return row?.number === number ? { ordinal, row } : null;
}
