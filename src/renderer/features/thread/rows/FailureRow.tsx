import { Unplug } from 'lucide-react';
import type { SessionId } from '#shared/ids';
import type { FailureEntry } from '#shared/session/entries';
import { CodeText } from '#window/features/thread/content/BodyText';
import { Fold } from '#window/features/thread/Fold';
import { useCommandSender } from '#window/features/thread/sendCommand';
import { MessageText } from '#window/features/thread/TitleText';
import { useThread } from '#window/features/thread/threadContext';
import { showInspector } from '#window/state/layout/inspectorPanel';
import { sessionModel, useSessionHead } from '#window/state/session/sessionModels';
import { Button } from '#window/ui/form/Button';
import { ContinueTurn } from './ContinueTurn';
import { FailureActions, FailureHelp } from './FailureHelp';
import { Note } from './Note';
import { RefusedPaths } from './RefusedPaths';

/**
 * Says that the agent's process or connection has ended or never started, with a restart button
 * while that is so.
 */
export function FailureRow({ entry }: { readonly entry: FailureEntry }) {
  const isLastDown = useIsLastDown(entry);
  return (
    <Note
      icon={Unplug}
      tone="danger"
      title={<MessageText text={entry.message} />}
      actions={<Restart entry={entry} />}
    >
      {entry.detail !== null && <MessageText text={entry.detail} />}
      {isLastDown && <FailureHelp entry={entry} />}
      {isLastDown && <RefusedPaths />}
      {entry.stderrTail !== '' && (
        <Fold
          name={entry.id}
          label="Last agent output"
          openByDefault={isLastDown && entry.reason !== undefined}
        >
          <CodeText text={entry.stderrTail} />
        </Fold>
      )}
    </Note>
  );
}

function Restart({ entry }: { readonly entry: FailureEntry }) {
  const { sessionId } = useThread();
  const head = useSessionHead(sessionId);
  const [busy, send] = useCommandSender(sessionId);
  const isLast = isLastFailure(sessionId, entry);
  const isLastDown = useIsLastDown(entry);
  const isBack = head?.connection.type === 'ready' && head.turn === null;
  if (isLast && isBack && head.lastTurnEnd === 'interrupted') return <ContinueTurn />;
  if (!isLastDown) return null;
  return (
    <>
      {entry.reason === 'copy-gone' ? (
        <Button size="small" busy={busy} onClick={() => send({ type: 'copy.restore' })}>
          Recreate the copy
        </Button>
      ) : (
        <Button size="small" busy={busy} onClick={() => send({ type: 'agent.restart' })}>
          Restart
        </Button>
      )}
      <FailureActions entry={entry} />
      <Button size="small" variant="ghost" onClick={showInspector}>
        Inspect
      </Button>
    </>
  );
}

function isLastFailure(sessionId: SessionId, { id }: FailureEntry): boolean {
  const order = sessionModel(sessionId)?.order();
  return order?.findLast((entry) => entry.startsWith('failure:')) === id;
}

/**
 * Whether this failure is why the agent is still down. Also true after a restart of the app, which
 * does not start agents.
 */
function useIsLastDown({ id }: FailureEntry): boolean {
  const { sessionId } = useThread();
  const head = useSessionHead(sessionId);
  const connection = head?.connection.type;
  const isDown = connection === 'failed' || connection === 'exited' || connection === 'detached';
  return isDown && head?.down === id;
}
