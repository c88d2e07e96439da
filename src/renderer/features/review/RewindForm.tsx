import { useState } from 'react';
import { KEPT_TURNS } from '#shared/airlock/limits';
import type { SessionId, TurnId } from '#shared/ids';
import { reportError } from '../../diagnostics/reportError';
import { rewindFiles } from '../../state/rewindFiles';
import { useSessionChanges } from '../../state/sessionChanges';
import { sessionModel } from '../../state/sessionModels';
import { useSession } from '../../state/sessionsStore';
import { Button } from '../../ui/Button';
import { DialogBody, DialogFooter } from '../../ui/Dialog';
import { Field } from '../../ui/Field';
import { Select } from '../../ui/Select';

interface RewindFormProps {
  readonly sessionId: SessionId;
  onDone(): void;
}

const IN_PLACE =
  'Your files go back to how they were then, but for what you accepted since. The conversation stays.';
const ISOLATED =
  'The agent’s copy goes back to how it was then, but for what you accepted since. Your own files and the conversation stay.';

/** Puts the agent's files back to how they were when a turn began. */
export function RewindForm({ sessionId, onDone }: RewindFormProps) {
  const checkpoints = useSessionChanges(sessionId)?.checkpoints ?? [];
  const isolation = useSession(sessionId)?.isolation;
  const prompts = firstPrompts(sessionId);
  const [picked, setPicked] = useState<TurnId | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isCut = checkpoints.length >= KEPT_TURNS;
  const turn = picked ?? checkpoints.at(-1)?.turnId ?? null;
  const rewind = () => {
    if (turn === null) return;
    setBusy(true);
    rewindFiles(sessionId, turn)
      .then(onDone)
      .catch(reportError)
      .finally(() => setBusy(false));
  };
  return (
    <>
      <DialogBody>
        <Field
          label="To the start of"
          hint={`${isolation === 'in-place' ? IN_PLACE : ISOLATED}${isCut ? ` Only the last ${KEPT_TURNS} turns can be gone back to.` : ''}`}
        >
          <Select
            value={turn ?? ''}
            options={checkpoints
              .map(({ turnId, at }) => ({
                value: turnId as string,
                label: `${prompts.get(turnId) ?? 'A turn'}, ${timeWords(at)}`,
              }))
              .toReversed()}
            onChange={(value) => setPicked(value as TurnId)}
          />
        </Field>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onDone}>Cancel</Button>
        <Button variant="primary" busy={isBusy} disabled={turn === null} onClick={rewind}>
          Rewind
        </Button>
      </DialogFooter>
    </>
  );
}

/** What each turn began with, as far as the transcript is here. */
function firstPrompts(sessionId: SessionId): ReadonlyMap<TurnId, string> {
  const model = sessionModel(sessionId);
  const prompts = new Map<TurnId, string>();
  for (const id of model?.order() ?? []) {
    const entry = model?.entry(id);
    if (entry?.kind !== 'message' || entry.role !== 'user' || entry.turnId === null) continue;
    const text = entry.blocks.find((block) => block.type === 'text')?.text.trim() ?? '';
    if (text !== '' && !prompts.has(entry.turnId)) prompts.set(entry.turnId, shortened(text));
  }
  return prompts;
}

const SHOWN_CHARACTERS = 48;

function shortened(text: string): string {
  const [line = ''] = text.split('\n', 1);
  const characters = [...line];
  const cut = characters.length > SHOWN_CHARACTERS || text.length > line.length;
  return `“${characters.slice(0, SHOWN_CHARACTERS).join('').trimEnd()}${cut ? '…' : ''}”`;
}

function timeWords(at: number): string {
  const time = new Date(at);
  const isToday = time.toDateString() === new Date().toDateString();
  return isToday
    ? time.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })
    : time.toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });
}
