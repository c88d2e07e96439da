import { Link2, Link2Off } from 'lucide-react';
import { useState } from 'react';
import type { ContinuityEntry } from '#shared/session/entries';
import { reportError } from '#window/diagnostics/reportError';
import { useCommandSender } from '#window/features/thread/sendCommand';
import { useThread } from '#window/features/thread/threadContext';
import { call } from '#window/ipc/client';
import { sessionModel, useSessionHead } from '#window/state/session/sessionModels';
import { Button } from '#window/ui/form/Button';
import { Note } from './Note';

/**
 * Says whether the agent still knows what the transcript shows. If not, the user decides how to
 * continue.
 */
export function ContinuityRow({ entry }: { readonly entry: ContinuityEntry }) {
  const { sessionId } = useThread();
  const head = useSessionHead(sessionId);
  if (entry.verdict !== 'differs') {
    return <Note icon={Link2} tone="quiet" title={entry.message} />;
  }
  const isLast =
    sessionModel(sessionId)
      ?.order()
      .findLast((id) => id.startsWith('continuity:')) === entry.id;
  const isOpen = head?.continuity === 'differs' && isLast;
  return (
    <Note
      icon={Link2Off}
      tone={isOpen ? 'waiting' : 'plain'}
      title="The agent no longer has this conversation"
      actions={isOpen && <Actions />}
    >
      {entry.message}
    </Note>
  );
}

function Actions() {
  const { sessionId, openSession } = useThread();
  const [busy, send] = useCommandSender(sessionId);
  const [creating, setCreating] = useState(false);
  const continueElsewhere = () => {
    const head = sessionModel(sessionId)?.head();
    if (head === undefined) return;
    setCreating(true);
    call('sessions.create', {
      agentId: head.agent.id,
      folder: head.project,
      isolation: head.isolation,
      prompt: null,
      continues: sessionId,
    })
      .then((created) => openSession(created.sessionId))
      .catch(reportError)
      .finally(() => setCreating(false));
  };
  return (
    <>
      <Button size="small" variant="primary" busy={creating} onClick={continueElsewhere}>
        Continue in a new session
      </Button>
      <Button size="small" busy={busy} onClick={() => send({ type: 'continuity.accept' })}>
        Continue anyway
      </Button>
    </>
  );
}
