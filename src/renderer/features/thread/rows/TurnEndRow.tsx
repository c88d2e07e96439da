import { CircleSlash, type LucideIcon, OctagonAlert, PauseCircle, Square } from 'lucide-react';
import type { MessageEntry, TurnEndEntry } from '#shared/session/entries';
import type { TurnEndReason } from '#shared/session/events';
import { isAcp } from '#shared/session/wires';
import { CodeText } from '#window/features/thread/content/BodyText';
import { Fold } from '#window/features/thread/Fold';
import { useCommandSender } from '#window/features/thread/sendCommand';
import { MessageText } from '#window/features/thread/TitleText';
import { useThread } from '#window/features/thread/threadContext';
import { sessionModel, useSessionHead } from '#window/state/session/sessionModels';
import { Button } from '#window/ui/form/Button';
import { formatDuration } from '#window/ui/text/duration';
import { ContinueTurn } from './ContinueTurn';
import { Note } from './Note';

interface Ending {
  readonly icon: LucideIcon;
  readonly tone: 'quiet' | 'plain' | 'danger';
  readonly title: string;
}

const endings: Readonly<Record<TurnEndReason, Ending>> = {
  end_turn: { icon: Square, tone: 'quiet', title: 'Done.' },
  max_tokens: { icon: CircleSlash, tone: 'plain', title: 'The agent reached its token limit.' },
  max_turn_requests: {
    icon: CircleSlash,
    tone: 'plain',
    title: 'The agent reached its step limit for one turn.',
  },
  refusal: { icon: OctagonAlert, tone: 'plain', title: 'The agent declined to continue.' },
  cancelled: { icon: Square, tone: 'quiet', title: 'Stopped' },
  failed: { icon: OctagonAlert, tone: 'danger', title: 'The turn failed.' },
  interrupted: { icon: PauseCircle, tone: 'plain', title: 'The turn was interrupted.' },
};

/** How a turn ended, if not normally; with the possible actions if it is the last one. */
export function TurnEndRow({ entry }: { readonly entry: TurnEndEntry }) {
  const { icon, tone, title } = endings[entry.reason] ?? endings.interrupted;
  const after = formatDuration(entry.at - entry.startedAt);
  return (
    <Note
      icon={icon}
      tone={tone}
      title={entry.reason === 'cancelled' ? `Stopped after ${after}` : title}
      actions={<Actions entry={entry} />}
    >
      {entry.message !== null && <MessageText text={entry.message} />}
      {entry.reason === 'refusal' && <Forgotten entry={entry} />}
      {entry.detail !== undefined && (
        <Fold name={entry.id} label="Details">
          <CodeText text={entry.detail} />
        </Fold>
      )}
    </Note>
  );
}

/** Explains what ACP does with a refused turn, if the agent speaks ACP. */
function Forgotten({ entry }: { readonly entry: TurnEndEntry }) {
  const { sessionId } = useThread();
  const wire = useSessionHead(sessionId)?.details?.wire;
  if (wire === undefined || !isAcp(wire) || entry.turnId === null) return null;
  return (
    <p>The agent leaves this prompt and its own answer out of the conversation from now on.</p>
  );
}

function Actions({ entry }: { readonly entry: TurnEndEntry }) {
  const { sessionId } = useThread();
  const head = useSessionHead(sessionId);
  const [busy, send] = useCommandSender(sessionId);
  const isLast = head?.turn === null && lastTurnEnd(sessionId) === entry.id;
  const isRunning = head?.connection.type === 'ready' || head?.connection.type === 'detached';
  if (!isLast || !isRunning) return null;
  if (entry.reason === 'max_tokens' || entry.reason === 'max_turn_requests') {
    return <ContinueTurn />;
  }
  const prompt =
    entry.reason === 'failed' || entry.reason === 'interrupted' ? promptOf(entry) : null;
  if (prompt === null) return null;
  return (
    <>
      {entry.reason === 'interrupted' && <ContinueTurn />}
      <Button
        size="small"
        busy={busy}
        onClick={() => send({ type: 'prompt.send', content: prompt.blocks })}
      >
        Send again
      </Button>
    </>
  );

  function promptOf({ turnId }: TurnEndEntry): MessageEntry | null {
    const model = sessionModel(sessionId);
    for (const id of model?.order() ?? []) {
      const candidate = model?.entry(id);
      if (candidate?.kind === 'message' && candidate.role === 'user' && candidate.turnId === turnId)
        return candidate;
    }
    return null;
  }
}

function lastTurnEnd(sessionId: Parameters<typeof sessionModel>[0]) {
  return sessionModel(sessionId)
    ?.order()
    .findLast((id) => id.startsWith('turn-end:'));
}
