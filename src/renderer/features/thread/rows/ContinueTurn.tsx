import { Button } from '../../../ui/Button';
import { useCommandSender } from '../sendCommand';
import { useThread } from '../threadContext';

/** Goes on with a turn that ended before the agent was done. */
export function ContinueTurn() {
  const { sessionId } = useThread();
  const [busy, send] = useCommandSender(sessionId);
  return (
    <Button
      size="small"
      busy={busy}
      onClick={() => send({ type: 'prompt.send', content: [{ type: 'text', text: 'Continue.' }] })}
    >
      Continue
    </Button>
  );
}
