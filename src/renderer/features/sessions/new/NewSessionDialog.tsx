import { useRef } from 'react';
import { closeDialog, useDialogIsOpen } from '#window/state/layout/dialogStore';
import type { StartPrompt } from '#window/state/startPrompt';
import { Dialog } from '#window/ui/overlay/Dialog';
import { NewSessionFields } from './NewSessionFields';
import { isComplete } from './newSessionForm';
import { useNewSessionForm } from './newSessionStore';

interface NewSessionDialogProps {
  readonly startPrompt: StartPrompt;
}

export function NewSessionDialog({ startPrompt }: NewSessionDialogProps) {
  const prompt = useRef<HTMLTextAreaElement>(null);
  const form = useNewSessionForm();
  const close = () => closeDialog('newSession');
  return (
    <Dialog
      open={useDialogIsOpen('newSession')}
      title="New session"
      steady
      // If agent and folder are set, only the prompt is left to fill in.
      initialFocus={() => (isComplete(form) ? prompt.current : null)}
      onClose={close}
    >
      <NewSessionFields startPrompt={startPrompt} promptRef={prompt} onDone={close} />
    </Dialog>
  );
}
