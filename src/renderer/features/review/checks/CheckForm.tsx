import { type FormEvent, useId, useState } from 'react';
import type { SessionId } from '#shared/ids';
import { reportError } from '#window/diagnostics/reportError';
import { latestByPath } from '#window/features/review/model/reviewedFiles';
import { reviewStore } from '#window/features/review/model/reviewStore';
import { call } from '#window/ipc/client';
import { sessionChanges } from '#window/state/session/sessionChanges';
import { Button } from '#window/ui/form/Button';
import { Field } from '#window/ui/form/Field';
import { TextField } from '#window/ui/form/TextField';
import { DialogBody, DialogFooter } from '#window/ui/overlay/Dialog';
import { chosenHunks } from './chosenHunks';

interface CheckFormProps {
  readonly sessionId: SessionId;
  onDone(): void;
}

/** Runs one command as a check, without adding it to the project. */
export function CheckForm({ sessionId, onDone }: CheckFormProps) {
  const [command, setCommand] = useState('');
  const form = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const files = latestByPath(sessionChanges(sessionId)?.changes ?? []);
    const hunks = chosenHunks(files, reviewStore(sessionId).getState().collected);
    const once = { type: 'command', command } as const;
    call('checks.run', { sessionId, hunks, names: null, once }).catch(reportError);
    onDone();
  };
  return (
    <>
      <DialogBody>
        <form id={form} onSubmit={submit}>
          <Field
            label="Command"
            hint="It runs in a copy of your files with the chosen hunks, sealed if the session is. To keep checks, put them under “checks” in .airlock.json."
          >
            <TextField
              monospace
              required
              placeholder="npm test"
              value={command}
              onChange={(event) => setCommand(event.target.value)}
            />
          </Field>
        </form>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" form={form} variant="primary">
          Run
        </Button>
      </DialogFooter>
    </>
  );
}
