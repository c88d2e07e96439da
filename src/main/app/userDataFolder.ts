import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { app, dialog } from 'electron';

/** Why nothing can be kept in the folder, as the system says it; null if it can. */
export function whyNotWritable(folder: string): string | null {
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

/** Says that nothing can be kept there, and starts again with another folder or ends. */
export async function offerAnotherFolder(folder: string, problem: string): Promise<void> {
  await app.whenReady();
  const choose = 0;
  const { response } = await dialog.showMessageBox({
    type: 'error',
    title: 'Airlock',
    message: 'Airlock cannot write to its data folder.',
    detail: `${folder}\n\n${problem}\n\nMake the folder writable and start Airlock again, or choose another folder for its settings and sessions.`,
    buttons: ['Choose another folder…', 'Quit'],
    defaultId: choose,
    cancelId: 1,
  });
  const { filePaths } =
    response === choose
      ? await dialog.showOpenDialog({ properties: ['openDirectory', 'createDirectory'] })
      : { filePaths: [] };
  const [chosen] = filePaths;
  if (chosen !== undefined) {
    const args = process.argv.slice(1).filter((word) => !word.startsWith('--user-data-dir='));
    app.relaunch({ args: [...args, `--user-data-dir=${chosen}`] });
  }
  app.exit(chosen === undefined ? 1 : 0);
}
