import { History } from 'lucide-react';
import { useState } from 'react';
import type { TurnId } from '#shared/ids';
import { reportError } from '../../../diagnostics/reportError';
import { rewindFiles } from '../../../state/rewindFiles';
import { useSessionChanges } from '../../../state/sessionChanges';
import { useSessionHead } from '../../../state/sessionModels';
import { IconButton } from '../../../ui/IconButton';
import { useThread } from '../threadContext';

/** Beside a prompt: takes the agent's files back to how they were when it was sent. */
export function RewindButton({ turnId }: { readonly turnId: TurnId }) {
  const { sessionId } = useThread();
  const checkpoints = useSessionChanges(sessionId)?.checkpoints ?? [];
  const isWorking = useSessionHead(sessionId)?.turn != null;
  const [isBusy, setBusy] = useState(false);
  if (!checkpoints.some((checkpoint) => checkpoint.turnId === turnId)) return null;
  const rewind = () => {
    setBusy(true);
    rewindFiles(sessionId, turnId)
      .catch(reportError)
      .finally(() => setBusy(false));
  };
  return (
    <IconButton
      icon={History}
      label="Rewind files to here"
      size="small"
      disabled={isWorking || isBusy}
      onClick={rewind}
    />
  );
}
