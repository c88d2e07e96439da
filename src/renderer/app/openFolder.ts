import { call } from '../ipc/client';
import { openDialog } from '../state/dialogStore';
import { setCurrentFolder } from '../state/folderStore';

/** Lets the user pick a folder, and goes on to what they will want to do there. */
export async function pickAndOpenFolder(): Promise<void> {
  const { folder } = await call('app.pickFolder', null);
  if (folder === null) return;
  setCurrentFolder(folder);
  openDialog('newSession');
}
