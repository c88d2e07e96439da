import { useEffect, useState } from 'react';
import { closeDialog, useDialogIsOpen } from '#window/state/layout/dialogStore';
import { type ComparedPlace, useCompared } from '#window/state/session/comparedSessions';
import type { SessionSet } from '#window/state/session/sessionSets';
import { Dialog } from '#window/ui/overlay/Dialog';
import { CompareView } from './CompareView';
import { type CompareTools, CompareToolsProvider } from './compareTools';
import { Comparison } from './comparison';

/** Compares the results of several agents on one prompt, file by file. */
export function CompareDialog({ tools }: { readonly tools: CompareTools }) {
  const isOpen = useDialogIsOpen('compare');
  const { sessionIds, place } = useCompared();
  const close = () => closeDialog('compare');
  return (
    <Dialog
      open={isOpen}
      size="wide"
      title={`Compare ${sessionIds.length} sessions`}
      onClose={close}
    >
      {isOpen && (
        <CompareToolsProvider value={tools}>
          <Compared sessionIds={sessionIds} place={place} onDone={close} />
        </CompareToolsProvider>
      )}
    </Dialog>
  );
}

interface ComparedProps {
  readonly sessionIds: SessionSet;
  readonly place: ComparedPlace | null;
  onDone(): void;
}

function Compared({ sessionIds, place, onDone }: ComparedProps) {
  const [comparison, setComparison] = useState<Comparison | null>(null);
  useEffect(() => {
    const made = new Comparison(sessionIds, place);
    setComparison(made);
    return () => made.dispose();
  }, [sessionIds, place]);
  return comparison && <CompareView comparison={comparison} onDone={onDone} />;
}
