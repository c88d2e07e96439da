import { Code, FolderOpen, ListX, Pencil, Plus, ShieldCheck, SquareTerminal } from 'lucide-react';
import { menuAction as action } from '#window/actions/menuAction';
import { removeProject } from '#window/actions/projectActions';
import { editDraft } from '#window/features/sessions/new/newSessionStore';
import { call } from '#window/ipc/client';
import { openDialog } from '#window/state/layout/dialogStore';
import { showTerminal } from '#window/state/layout/terminalToShow';
import { openProjectSetup } from '#window/state/projects/projectToSetUp';
import { startRenamingProject } from '#window/state/session/sessionListStore';
import type { MenuItem } from '#window/ui/overlay/menuItem';

/** The actions on a project in the list. */
export function projectMenu(project: string): readonly MenuItem[] {
  return [
    action('new', 'New session here', Plus, () => startHere(project)),
    action('terminal', 'New terminal here', SquareTerminal, () => openTerminal(project)),
    action('editor', 'Open in editor', Code, () => open(project, 'editor')),
    action('files', 'Show in file manager', FolderOpen, () => open(project, 'files')),
    { kind: 'separator', id: 'opening' },
    action('setup', 'Review project setup…', ShieldCheck, () => openProjectSetup(project)),
    action('rename', 'Rename', Pencil, () => startRenamingProject(project)),
    { kind: 'separator', id: 'changing' },
    action('remove', 'Remove from list', ListX, () => removeProject(project)),
  ];
}

export function startHere(project: string): void {
  editDraft({ folder: project });
  openDialog('newSession');
}

async function open(folder: string, where: 'editor' | 'files'): Promise<void> {
  await call('projects.open', { folder, in: where });
}

/** Resized once it is drawn. */
const SIZE = { columns: 100, rows: 24 };

async function openTerminal(folder: string): Promise<void> {
  showTerminal(await call('terminals.create', { place: { folder }, size: SIZE, run: null }));
}
