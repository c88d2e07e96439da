import { useRef } from 'react';
import { closeDialog, useDialogIsOpen } from '#window/state/layout/dialogStore';
import { Dialog } from '#window/ui/overlay/Dialog';
import { BroadcastForm } from './BroadcastForm';

/** One prompt to several sessions. */
export function BroadcastDialog() {
  const prompt = useRef<HTMLTextAreaElement>(null);
  const isOpen = useDialogIsOpen('broadcast');
  const close = () => closeDialog('broadcast');
  return (
    <Dialog
      open={isOpen}
      title="Send to several sessions"
      initialFocus={() => prompt.current}
      onClose={close}
    >
      {/* Mounted each time, so that it starts from what is on screen then. */}
      {isOpen && <BroadcastForm promptRef={prompt} onDone={close} />}
    </Dialog>
  );
}
