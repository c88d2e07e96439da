import { AppException } from '#shared/errors';
import { reportError } from '#window/diagnostics/reportError';
import { call } from '#window/ipc/client';
import { showToast } from '#window/ui/overlay/toasts';

interface AgentToInstall {
  readonly id: string;
  readonly name: string;
}

/** The reason for a failure is shown in place of the progress. */
export async function installAgent(
  { id, name }: AgentToInstall,
  version: string | null = null,
): Promise<boolean> {
  try {
    await call('agents.install', { id, version });
    showToast({ id: `install:${id}`, title: `${name} was installed` });
    return true;
  } catch (error) {
    if (!(error instanceof AppException)) reportError(error);
    return false;
  }
}

export function cancelInstall(id: string): void {
  call('agents.cancelInstall', { id }).catch(reportError);
}

export function chooseVersion({ id, name }: AgentToInstall, version: string): void {
  call('agents.use', { id, version })
    .then(() => showToast({ id: `install:${id}`, title: `New sessions use ${name} ${version}` }))
    .catch(reportError);
}

/** Uninstalls a version; this can be undone until the app is restarted. */
export async function uninstallAgent({ id, name }: AgentToInstall, version: string): Promise<void> {
  const { token } = await call('agents.uninstall', { id, version });
  showToast({
    id: `install:${id}`,
    title: `${name} ${version} was removed`,
    action: {
      label: 'Undo',
      run: () => void call('agents.restore', { token }).catch(reportError),
    },
  });
}
