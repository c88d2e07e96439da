import { closeDialog, useDialogIsOpen } from '../../state/dialogStore';
import { Dialog } from '../../ui/Dialog';
import { ImportForm } from './ImportForm';

/** Takes up a conversation that an agent has had elsewhere. */
export function ImportDialog() {
  const isOpen = useDialogIsOpen('importSession');
  const close = () => closeDialog('importSession');
  return (
    <Dialog open={isOpen} title="Import a session" onClose={close}>
      {/* Drawn anew each time: what an agent remembers has changed since. */}
      {isOpen && <ImportForm onDone={close} />}
    </Dialog>
  );
}
