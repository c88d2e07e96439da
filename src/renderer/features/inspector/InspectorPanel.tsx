import { ScanSearch } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { SessionId } from '#shared/ids';
import type { FrameFilter } from '#shared/ipc/inspector';
import { usePanes } from '#window/state/layout/panes';
import { EmptyState } from '#window/ui/EmptyState';
import { FrameDetail } from './FrameDetail';
import { FrameList } from './FrameList';
import { FILTER_ID, InspectorBar } from './InspectorBar';
import styles from './InspectorPanel.module.css';
import { useInspection } from './inspection';
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
  const [isPaused, setPaused] = useState(false);
  const [selected, setSelected] = useState<number | null>(null);
  const inspected = useInspection(sessionId, filter, isPaused);
  const { process, stderrTail, frames, total, open, labels } = inspected;
  return (
    <>
      <InspectorBar
        sessionId={sessionId}
        filter={filter}
        isPaused={isPaused}
        shown={frames.length}
        total={total}
        open={open}
        labels={labels}
        onFilter={onFilter}
        onPause={setPaused}
      />
      <div className={styles.body} data-detail={selected !== null || undefined}>
        <ProcessFacts sessionId={sessionId} process={process} stderrTail={stderrTail} />
        <FrameList
          frames={frames}
          selected={selected}
          hasProcess={process !== null}
          isFiltered={filter.text !== '' || filter.show !== 'all' || filter.label !== null}
          onSelect={setSelected}
        />
        {selected !== null && (
          <FrameDetail
            key={selected}
            sessionId={sessionId}
            number={selected}
            summary={frames.find(({ number }) => number === selected)}
            onClose={() => setSelected(null)}
          />
        )}
      </div>
    </>
  );
}
