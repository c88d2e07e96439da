import { spawn } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { shell } from 'electron';
import { type AppError, fail } from '#shared/errors';
import { editorCall } from './editorCommand';
import { isLaunchable } from './launchable';

type Failure = { readonly ok: false; readonly error: AppError };

/** Shows a file in the editor of the settings, or in whatever the system opens it with. */
export async function openInEditor(
  command: string | undefined,
  variables: Readonly<Record<string, string | undefined>>,
  path: string,
  line: number | null,
): Promise<Failure | null> {
  const call = editorCall(command ?? '', path, line);
  if (call === null) {
    const status = await stat(path).catch(() => null);
    if (status !== null && isLaunchable(path, status.mode)) {
      // An agent may have written it: it is shown, not run.
      shell.showItemInFolder(path);
      return null;
    }
    const problem = await shell.openPath(path);
    return problem === '' ? null : fail('io', problem);
  }
  const child = spawn(call.program, call.args, {
    env: variables as NodeJS.ProcessEnv,
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
  });
  return new Promise((resolve) => {
    child.once('error', (error) =>
      resolve(fail('unavailable', `“${call.program}” could not be started.`, error.message)),
    );
    child.once('spawn', () => {
      child.unref();
      resolve(null);
    });
  });
}
