import { type FormEvent, useState } from 'react';
import type { AgentSessionId } from '#shared/ids';
import { errorMessage } from '#window/diagnostics/errorDetails';
import { AgentField } from '#window/features/sessions/new/AgentField';
import { FolderField } from '#window/features/sessions/new/FolderField';
import { IsolationField } from '#window/features/sessions/new/IsolationField';
import styles from '#window/features/sessions/new/NewSessionFields.module.css';
import { isComplete } from '#window/features/sessions/new/newSessionForm';
import { useNewSessionForm } from '#window/features/sessions/new/newSessionStore';
import { call } from '#window/ipc/client';
import { closeDialog, useDialogIsOpen } from '#window/state/layout/dialogStore';
import { goToSession } from '#window/state/layout/reveal';
import { Banner } from '#window/ui/Banner';
import { Button } from '#window/ui/form/Button';
import { Checkbox } from '#window/ui/form/Checkbox';
import { Dialog, DialogBody, DialogFooter } from '#window/ui/overlay/Dialog';
import { RemoteSessions } from './RemoteSessions';
import { useRemoteSessions } from './useRemoteSessions';

/** Resumes a conversation that an agent had outside the app. */
export function ImportDialog() {
  const isOpen = useDialogIsOpen('importSession');
  const close = () => closeDialog('importSession');
  return (
    <Dialog open={isOpen} title="Import a session" onClose={close}>
      {/* Mounted at each opening, because the agent's sessions may have changed since. */}
      {isOpen && <ImportForm onDone={close} />}
    </Dialog>
  );
}

function ImportForm({ onDone }: { onDone(): void }) {
  const first = useNewSessionForm();
  const [form, setForm] = useState({ ...first, everywhere: false });
  const [chosen, setChosen] = useState<AgentSessionId | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isImporting, setImporting] = useState(false);
  const { listing, look } = useRemoteSessions(isComplete(form) ? form : null);
  const session =
    listing.state === 'listed'
      ? listing.sessions.find(({ agentSessionId }) => agentSessionId === chosen)
      : undefined;

  const change = (fields: Partial<typeof form>) => {
    setForm({ ...form, ...fields });
    setChosen(null);
    setFailure(null);
  };

  const take = async (event: FormEvent) => {
    event.preventDefault();
    if (form.agentId === null || session === undefined) return;
    setImporting(true);
    try {
      const { sessionId } = await call('sessions.import', {
        agentId: form.agentId,
        folder: session.folder,
        isolation: form.isolation,
        agentSessionId: session.agentSessionId,
        title: session.title || null,
      });
      goToSession(sessionId, 'tile');
      onDone();
    } catch (error) {
      setFailure(errorMessage(error));
      setImporting(false);
    }
  };

  return (
    <form className={styles.form} noValidate onSubmit={take}>
      <DialogBody>
        {failure !== null && <Banner tone="danger">{failure}</Banner>}
        <AgentField
          value={form.agentId}
          error={undefined}
          onChange={(agentId) => change({ agentId })}
        />
        <FolderField
          value={form.folder}
          error={undefined}
          onChange={(folder) => change({ folder })}
        />
        <Checkbox
          label="Sessions of all folders"
          checked={form.everywhere}
          onChange={(everywhere) => change({ everywhere })}
        />
        <RemoteSessions
          listing={listing}
          chosen={chosen}
          showsFolders={form.everywhere}
          onChoose={setChosen}
          onRetry={look}
        />
        <IsolationField
          value={form.isolation}
          agentId={form.agentId}
          error={undefined}
          onChange={(isolation) => change({ isolation })}
        />
      </DialogBody>
      <DialogFooter>
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="primary" disabled={session === undefined} busy={isImporting}>
          Import
        </Button>
      </DialogFooter>
    </form>
  );
}
