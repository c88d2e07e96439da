import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { app, dialog } from 'electron';
import { whyNotOurs } from './data/dataVersion';
import { heldElsewhere, lockOf } from './data/heldElsewhere';

/** The folder with all data. Electron creates it, and throws if it cannot. */
export function userDataFolder(): string {
  try {
    return app.getPath('userData');
  } catch {
    return join(app.getPath('appData'), app.getName());
  }
}

/** Why nothing can be kept in the folder, in the system's words; null if it is writable. */
function whyNotWritable(folder: string): string | null {
  const probe = join(folder, `.writable-${process.pid}`);
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(probe, '');
    rmSync(probe);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

/** The problem with a data folder, as text for the user. */
export interface FolderProblem {
  readonly message: string;
  readonly detail: string;
  /** The file that blocks the start, if the user may decide to start anyway. */
  readonly lock?: string;
}

/**
 * Why the app cannot start with the folder; null if it can. A folder of a newer version is only
 * read.
 */
export function whyNotUsable(folder: string): FolderProblem | null {
  const notOurs = whyNotOurs(folder);
  if (notOurs !== null) {
    return { message: 'Airlock cannot use its data folder.', detail: `${folder}\n\n${notOurs}` };
  }
  const problem = whyNotWritable(folder);
  if (problem === null) return whyNotAlone(folder);
  return {
    message: 'Airlock cannot write to its data folder.',
    detail: `${folder}\n\n${problem}\n\nMake the folder writable and start Airlock again, or choose another folder for its settings and sessions.`,
  };
}

/** The problem if another app uses the folder: two at once would overwrite each other's data. */
function whyNotAlone(folder: string): FolderProblem | null {
  const computer = heldElsewhere(folder);
  if (computer === null) return null;
  return {
    message: `Airlock is open on another computer: ${computer}.`,
    detail: `${folder}\n\nBoth computers use this data folder, and only one may at a time, or sessions and decisions are lost. Quit Airlock there. If it is not open there any more, as after a crash, open it anyway.`,
    lock: lockOf(folder),
  };
}

/** Explains why nothing can be kept there, and then restarts with another folder or ends. */
export async function offerAnotherFolder(problem: FolderProblem): Promise<void> {
  // The browser writes to its folder even for a dialog.
  const passing = mkdtempSync(join(tmpdir(), 'airlock-'));
  app.setPath('userData', passing);
  await app.whenReady();
  const { message, detail, lock } = problem;
  const [choose, quit, anyway] = [0, 1, 2];
  const { response } = await dialog.showMessageBox({
    type: 'error',
    title: 'Airlock',
    message,
    detail,
    buttons: ['Choose another folder…', 'Quit', ...(lock === undefined ? [] : ['Open anyway'])],
    defaultId: lock === undefined ? choose : quit,
    cancelId: quit,
  });
  if (response === anyway && lock !== undefined) {
    rmSync(lock, { force: true });
    app.relaunch({ args: process.argv.slice(1) });
  }
  const { filePaths } =
    response === choose
      ? await dialog.showOpenDialog({ properties: ['openDirectory', 'createDirectory'] })
      : { filePaths: [] };
  const [chosen] = filePaths;
  if (chosen !== undefined) {
    const args = process.argv.slice(1).filter((word) => !word.startsWith('--user-data-dir='));
    app.relaunch({ args: [...args, `--user-data-dir=${chosen}`] });
  }
  rmSync(passing, { recursive: true, force: true });
  app.exit(chosen === undefined && response !== anyway ? 1 : 0);
}
