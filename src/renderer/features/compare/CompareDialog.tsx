import { useEffect, useState } from 'react';
import { closeDialog, useDialogIsOpen } from '#window/state/layout/dialogStore';
import { useComparedSessions } from '#window/state/session/comparedSessions';
import type { SessionSet } from '#window/state/session/sessionSets';
import { Dialog } from '#window/ui/overlay/Dialog';
import { CompareView } from './CompareView';
import { Comparison } from './comparison';

/** What several agents made of one prompt, file by file. */
export function CompareDialog() {
  const isOpen = useDialogIsOpen('compare');
  const sessionIds = useComparedSessions();
  const close = () => closeDialog('compare');
  return (
    <Dialog
      open={isOpen}
      size="wide"
      title={`Compare ${sessionIds.length} sessions`}
      onClose={close}
    >
      {isOpen && <Compared sessionIds={sessionIds} onDone={close} />}
    </Dialog>
  );
}

interface ComparedProps {
  readonly sessionIds: SessionSet;
  onDone(): void;
}

function Compared({ sessionIds, onDone }: ComparedProps) {
  const [comparison, setComparison] = useState<Comparison | null>(null);
  useEffect(() => {
    const made = new Comparison(sessionIds);
    setComparison(made);
    return () => made.dispose();
  }, [sessionIds]);
  return comparison && <CompareView comparison={comparison} onDone={onDone} />;
}
