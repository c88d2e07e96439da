import type { SessionId } from '#shared/ids';
import { counted } from '#shared/text/counted';
import { reportError } from '#window/diagnostics/reportError';
import { call } from '#window/ipc/client';
import { panesStore, withPanes } from '#window/state/layout/panes';
import { goToSession } from '#window/state/layout/reveal';
import { folderName } from '#window/state/projects/folderName';
import { folderStore, forgetFolder, rememberFolder } from '#window/state/projects/folderStore';
import { projectName } from '#window/state/projects/projectName';
import { sessionsStore } from '#window/state/session/sessionsStore';
import { showToast } from '#window/ui/overlay/toasts';
import { changeWithUndo } from './changeWithUndo';

/** An empty name, or the folder's own name, restores the folder's name. */
export async function renameProject(project: string, wanted: string): Promise<void> {
  const name = wanted === '' || wanted === folderName(project) ? undefined : wanted;
  await changeWithUndo(
    { id: `project.rename.${project}`, title: `Renamed to “${name ?? folderName(project)}”` },
    [{ path: ['projects', project, 'name'], value: name }],
  );
}

/**
 * The list has a project because of its sessions. So they are archived, and the folder is no longer
 * a recent one.
 */
export async function removeProject(project: string): Promise<void> {
  const ids = [...(sessionsStore.getState().sessions?.values() ?? [])]
    .filter((session) => session.project === project && !session.archived)
    .map(({ id }) => id);
  const open = panesStore.getState().open.filter((id) => ids.includes(id));
  const isRecent = folderStore.getState().recent.includes(project);
  await archiveAll(ids, true);
  for (const id of open) withPanes((panes) => panes.close(id));
  forgetFolder(project);
  const putBack = async () => {
    await archiveAll(ids, false);
    if (isRecent) rememberFolder(project);
    for (const id of open) goToSession(id, 'tile');
  };
  showToast({
    id: `project.remove.${project}`,
    title: `Removed “${projectName(project)}” from the list`,
    description: `${counted(ids.length, 'session is', 'sessions are')} archived. The folder itself was not changed.`,
    action: { label: 'Undo', run: () => void putBack().catch(reportError) },
  });
}

async function archiveAll(ids: readonly SessionId[], archived: boolean): Promise<void> {
  await Promise.all(
    ids.map((sessionId) =>
      call('sessions.command', { sessionId, command: { type: 'session.archive', archived } }),
    ),
  );
}
