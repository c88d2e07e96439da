import type { UpdateAnswer, UpdateState } from '#shared/ipc/updates';
import { reportError } from '#window/diagnostics/reportError';
import { call } from '#window/ipc/client';
import { closeDialog, useDialogIsOpen } from '#window/state/layout/dialogStore';
import { answerUpdate, useUpdates } from '#window/state/updates';
import { Button } from '#window/ui/form/Button';
import { Markdown } from '#window/ui/markdown/Markdown';
import { MarkdownActionsContext } from '#window/ui/markdown/markdownActions';
import { Dialog, DialogBody, DialogFooter } from '#window/ui/overlay/Dialog';
import styles from './UpdateDialog.module.css';

const actions = {
  openLink: (url: string) => void call('app.openExternal', { url }).catch(reportError),
  openFile: () => undefined,
};

/** The changelog of a newer version, and the actions on it. */
export function UpdateDialog() {
  const state = useUpdates();
  const isOpen = useDialogIsOpen('update') && 'offer' in state;
  const close = () => closeDialog('update');
  const title = 'offer' in state ? `What’s new in Airlock ${state.offer.version}` : 'Updates';
  return (
    <Dialog open={isOpen} size="large" title={title} onClose={close}>
      {'offer' in state && (
        <>
          <DialogBody>
            <MarkdownActionsContext value={actions}>
              <div className={styles.notes}>
                <Markdown text={state.offer.notes} />
              </div>
            </MarkdownActionsContext>
            <p className={styles.how}>
              {state.offer.installedBy === 'app'
                ? 'It is downloaded and verified, and installed when no agent is at work. Airlock restarts then.'
                : 'It is downloaded and verified. You install it with your system’s package manager.'}
            </p>
          </DialogBody>
          <Footer state={state} onClose={close} />
        </>
      )}
    </Dialog>
  );
}

interface FooterProps {
  readonly state: Extract<UpdateState, { offer: unknown }>;
  onClose(): void;
}

function Footer({ state, onClose }: FooterProps) {
  const choose = (answer: UpdateAnswer) => {
    answerUpdate(answer);
    onClose();
  };
  if (state.type !== 'offered') {
    return (
      <DialogFooter>
        <Button onClick={onClose}>Close</Button>
      </DialogFooter>
    );
  }
  return (
    <DialogFooter>
      <Button variant="ghost" onClick={() => choose('skip')}>
        Skip this version
      </Button>
      <Button onClick={() => choose('later')}>Later</Button>
      <Button variant="primary" onClick={() => choose('install')}>
        {state.offer.installedBy === 'app' ? 'Install when idle' : 'Download'}
      </Button>
    </DialogFooter>
  );
}
