import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import type { SessionId } from '#shared/ids';
import { reportError } from '../../diagnostics/reportError';
import { call } from '../../ipc/client';
import { Banner } from '../../ui/Banner';
import { Button } from '../../ui/Button';

interface LookFaultProps {
  readonly sessionId: SessionId;
  readonly fault: string;
}

/** In red, where the user decides: what is listed may not be what the files hold. */
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
      <strong>Airlock cannot see the agent’s files.</strong> What is listed here may be out of date,
      and nothing can be accepted until Airlock has looked again. Reason: {fault}
    </Banner>
  );
}
