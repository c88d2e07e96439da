import { Unplug } from 'lucide-react';
import type { FailureEntry } from '#shared/session/entries';
import { showInspector } from '../../../state/inspectorPanel';
import { sessionModel, useSessionHead } from '../../../state/sessionModels';
import { Button } from '../../../ui/Button';
import { CodeText } from '../content/BodyText';
import { Fold } from '../Fold';
import { useCommandSender } from '../sendCommand';
import { TitleText } from '../TitleText';
import { useThread } from '../threadContext';
import { ContinueTurn } from './ContinueTurn';
import { Note } from './Note';

/** The agent's process or connection is gone, or never came; with the way back while it is. */
export function FailureRow({ entry }: { readonly entry: FailureEntry }) {
  return (
    <Note
      icon={Unplug}
      tone="danger"
      title={<TitleText text={entry.message} />}
      actions={<Restart entry={entry} />}
    >
      {entry.detail !== null && <TitleText text={entry.detail} />}
      {entry.stderrTail !== '' && (
        <Fold name={entry.id} label="Last output of the agent">
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
  const isDown = head?.connection.type === 'failed' || head?.connection.type === 'exited';
  const isLast =
    sessionModel(sessionId)
      ?.order()
      .findLast((id) => id.startsWith('failure:')) === entry.id;
  const isBack = head?.connection.type === 'ready' && head.turn === null;
  if (isLast && isBack && head.lastTurnEnd === 'interrupted') return <ContinueTurn />;
  if (!isDown || !isLast) return null;
  return (
    <>
      {entry.reason === 'copy-gone' ? (
        <Button size="small" busy={busy} onClick={() => send({ type: 'copy.restore' })}>
          Make the copy anew
        </Button>
      ) : (
        <Button size="small" busy={busy} onClick={() => send({ type: 'agent.restart' })}>
          Restart
        </Button>
      )}
      <Button size="small" variant="ghost" onClick={showInspector}>
        Inspect
      </Button>
    </>
  );
}
