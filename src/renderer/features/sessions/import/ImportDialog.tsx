import { closeDialog, useDialogIsOpen } from '#window/state/layout/dialogStore';
import { Dialog } from '#window/ui/overlay/Dialog';
import { ImportForm } from './ImportForm';

/** Takes up a conversation that an agent has had elsewhere. */
export function ImportDialog() {
  const isOpen = useDialogIsOpen('importSession');
  const close = () => closeDialog('importSession');
  return (
    <Dialog open={isOpen} title="Import a session" onClose={close}>
      {/* Mounted each time: the agent's sessions may have changed since. */}
      {isOpen && <ImportForm onDone={close} />}
    </Dialog>
  );
}
