import { useCommandSender } from '#window/features/thread/sendCommand';
import { useThread } from '#window/features/thread/threadContext';
import { Button } from '#window/ui/form/Button';

/** Continues a turn that ended before the agent was done. */
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
