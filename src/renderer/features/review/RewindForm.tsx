import { useState } from 'react';
import type { SessionId, TurnId } from '#shared/ids';
import { reportError } from '../../diagnostics/reportError';
import { call } from '../../ipc/client';
import { useSessionChanges } from '../../state/sessionChanges';
import { useSession } from '../../state/sessionsStore';
import { Button } from '../../ui/Button';
import { DialogBody, DialogFooter } from '../../ui/Dialog';
import { Field } from '../../ui/Field';
import { Select } from '../../ui/Select';
import { showToast } from '../../ui/toasts';

interface RewindFormProps {
  readonly sessionId: SessionId;
  onDone(): void;
}

/** Puts the agent's files back to how they were when a turn began. */
export function RewindForm({ sessionId, onDone }: RewindFormProps) {
  const checkpoints = useSessionChanges(sessionId)?.checkpoints ?? [];
  const isolation = useSession(sessionId)?.isolation;
  const [picked, setPicked] = useState<TurnId | null>(null);
  const [isBusy, setBusy] = useState(false);
  const turn = picked ?? checkpoints.at(-1)?.turnId ?? null;
  const rewind = () => {
    if (turn === null) return;
    setBusy(true);
    call('changes.rewind', { sessionId, turnId: turn })
      .then(() => {
        showToast({ title: 'Files rewound' });
        onDone();
      })
      .catch(reportError)
      .finally(() => setBusy(false));
  };
  return (
    <>
      <DialogBody>
        <Field
          label="To the start of"
          hint={
            isolation === 'in-place'
              ? 'Your files go back to how they were then, but for what you accepted since. The conversation stays.'
              : 'The agent’s copy goes back to how it was then, but for what you accepted since. Your own files and the conversation stay.'
          }
        >
          <Select
            value={turn ?? ''}
            options={checkpoints
              .map(({ turnId, at }, index) => ({
                value: turnId as string,
                label: `Turn ${index + 1}, ${new Date(at).toLocaleString()}`,
              }))
              .toReversed()}
            onChange={(value) => setPicked(value as TurnId)}
          />
        </Field>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onDone}>Cancel</Button>
        <Button variant="danger" busy={isBusy} disabled={turn === null} onClick={rewind}>
          Rewind
        </Button>
      </DialogFooter>
    </>
  );
}
