import { useState } from 'react';
import { KEPT_WORDS } from '#shared/airlock/keptTurns';
import type { SessionId, TurnId } from '#shared/ids';
import { rewindFiles } from '#window/actions/rewindFiles';
import { reportError } from '#window/diagnostics/reportError';
import { useSessionChanges } from '#window/state/session/sessionChanges';
import { sessionModel } from '#window/state/session/sessionModels';
import { useSession } from '#window/state/session/sessionsStore';
import { Button } from '#window/ui/form/Button';
import { Field } from '#window/ui/form/Field';
import { Select } from '#window/ui/form/Select';
import { DialogBody, DialogFooter } from '#window/ui/overlay/Dialog';
import { dayAndTime, timeOfDay } from '#window/ui/text/clock';

interface RewindFormProps {
  readonly sessionId: SessionId;
  onDone(): void;
}

const IN_PLACE =
  'Your files go back to how they were then, except for what you have accepted since. The conversation stays.';
const ISOLATED =
  'The agent’s copy goes back to how it was then, except for what you have accepted since. Your own files and the conversation stay.';

/** Rewinds the agent's files to the beginning of a turn. */
export function RewindForm({ sessionId, onDone }: RewindFormProps) {
  const changes = useSessionChanges(sessionId);
  const checkpoints = changes?.checkpoints ?? [];
  const isolation = useSession(sessionId)?.isolation;
  const prompts = firstPrompts(sessionId);
  const [picked, setPicked] = useState<TurnId | null>(null);
  const [isBusy, setBusy] = useState(false);
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
          hint={`${isolation === 'in-place' ? IN_PLACE : ISOLATED}${changes?.hasForgottenTurns ? ` Only the last ${KEPT_WORDS}, can be rewound.` : ''}`}
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

/** The prompt of each turn, as far as the transcript is loaded. */
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
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  return isToday ? timeOfDay(at) : dayAndTime(at);
}
