import { useState } from 'react';
import type { SessionId } from '#shared/ids';
import type { ProjectSetup } from '#shared/project/projectSetup';
import { reportError } from '#window/diagnostics/reportError';
import { useDialogIsOpen } from '#window/state/layout/dialogStore';
import { usePanes } from '#window/state/layout/panes';
import { folderName } from '#window/state/projects/folderName';
import { useCurrentFolder } from '#window/state/projects/folderStore';
import { trustProject, useProjectSetup } from '#window/state/projects/projectSetups';
import { closeProjectSetup, useProjectToSetUp } from '#window/state/projects/projectToSetUp';
import { useSessions } from '#window/state/session/sessionsStore';
import { Button } from '#window/ui/form/Button';
import { Dialog, DialogBody, DialogFooter } from '#window/ui/overlay/Dialog';
import { PlanList } from './PlanList';
import { InvalidSetup, UntrustedSetup } from './ProjectSetupField';
import styles from './Setup.module.css';

const NO_SESSION = '' as SessionId;

const EXAMPLE = `{
  "carry": [".env", { "path": "node_modules", "as": "link" }],
  "setup": "npm ci",
  "run": { "dev": "npm run dev" }
}`;

/** Shows the setup of the current project, so that the user can trust it or withdraw the trust. */
export function ProjectSetupDialog() {
  const isOpen = useDialogIsOpen('projectSetup');
  return (
    <Dialog open={isOpen} title="Project setup" onClose={closeProjectSetup}>
      {isOpen && <ProjectAtHand onDone={closeProjectSetup} />}
    </Dialog>
  );
}

function ProjectAtHand({ onDone }: { onDone(): void }) {
  const current = useCurrentFolder();
  const active = usePanes((state) => state.active);
  const session = useSessions()?.get(active ?? NO_SESSION);
  const folder = useProjectToSetUp() ?? session?.project ?? current ?? '';
  const setup = useProjectSetup(folder);
  return (
    <>
      <DialogBody>
        {folder === '' ? (
          <p>Open a folder first: its .airlock.json defines how new sessions are set up.</p>
        ) : (
          setup && <SetupOf folder={folder} setup={setup} />
        )}
      </DialogBody>
      <DialogFooter>
        {setup?.type === 'found' && setup.trust === 'trusted' && (
          <Distrust folder={folder} hash={setup.hash} />
        )}
        <Button variant="primary" onClick={onDone}>
          Done
        </Button>
      </DialogFooter>
    </>
  );
}

function SetupOf({ folder, setup }: { readonly folder: string; readonly setup: ProjectSetup }) {
  switch (setup.type) {
    case 'none':
      return (
        <>
          <p>
            <strong>{folderName(folder)}</strong> has no .airlock.json. With one, new isolated
            sessions start with ignored files that they need, and with the project set up:
          </p>
          <pre className={styles.example}>{EXAMPLE}</pre>
        </>
      );
    case 'invalid':
      return <InvalidSetup setup={setup} />;
    case 'found':
      return setup.trust === 'trusted' ? (
        <>
          <p>
            You trust the .airlock.json of <strong>{folderName(folder)}</strong>. For every new
            isolated session it does this:
          </p>
          <PlanList setup={setup} />
        </>
      ) : (
        <UntrustedSetup folder={folder} setup={setup} />
      );
  }
}

function Distrust({ folder, hash }: { readonly folder: string; readonly hash: string }) {
  const [isBusy, setBusy] = useState(false);
  const distrust = () => {
    setBusy(true);
    trustProject(folder, hash, false)
      .catch(reportError)
      .finally(() => setBusy(false));
  };
  return (
    <Button busy={isBusy} onClick={distrust}>
      Stop trusting it
    </Button>
  );
}
