import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import type { SessionId } from '#shared/ids';
import { visibleWords } from '#shared/text/visiblePath';
import { reportError } from '#window/diagnostics/reportError';
import { call } from '#window/ipc/client';
import { Banner } from '#window/ui/Banner';
import { Button } from '#window/ui/form/Button';

interface LookFaultProps {
  readonly sessionId: SessionId;
  readonly fault: string;
}

/** In red, where the user decides: the list may not match the files. */
export function LookFault({ sessionId, fault }: LookFaultProps) {
  const [isLooking, setLooking] = useState(false);
  const lookAgain = async () => {
    setLooking(true);
    try {
      await call('changes.look', { sessionId });
    } finally {
      setLooking(false);
    }
  };
  return (
    <Banner
      tone="danger"
      shape="strip"
      actions={
        <Button
          size="small"
          icon={RefreshCw}
          disabled={isLooking}
          onClick={() => void lookAgain().catch(reportError)}
        >
          {isLooking ? 'Looking…' : 'Look again'}
        </Button>
      }
    >
      <strong>Airlock cannot read the agent’s files.</strong> This list may be out of date, and
      nothing can be accepted until Airlock can read them. Reason: {visibleWords(fault)}
    </Banner>
  );
}
