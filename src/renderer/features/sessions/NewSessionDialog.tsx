import { useRef } from 'react';
import { closeDialog, useDialogIsOpen } from '../../state/dialogStore';
import { Dialog } from '../../ui/Dialog';
import { NewSessionFields } from './NewSessionFields';
import { isComplete } from './newSessionForm';
import { useNewSessionForm } from './newSessionStore';

export function NewSessionDialog() {
  const prompt = useRef<HTMLTextAreaElement>(null);
  const form = useNewSessionForm();
  const close = () => closeDialog('newSession');
  return (
    <Dialog
      open={useDialogIsOpen('newSession')}
      title="New session"
      // With agent and folder known, the prompt is all that is left to do.
      initialFocus={() => (isComplete(form) ? prompt.current : null)}
      onClose={close}
    >
      <NewSessionFields promptRef={prompt} onDone={close} />
    </Dialog>
  );
}
