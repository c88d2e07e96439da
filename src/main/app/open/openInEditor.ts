import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { shell } from 'electron';
import { spawnProgram } from '#main/base/process/spawnProgram';
import { type AppError, fail } from '#shared/errors';
import { editorCall } from './editorCommand';
import { isSafeToOpen } from './safeToOpen';

type Failure = { readonly ok: false; readonly error: AppError };

/** Shows a file in the editor from the settings, or in the system's default program. */
export async function openInEditor(
  command: string | undefined,
  variables: Readonly<Record<string, string | undefined>>,
  path: string,
  line: number | null,
): Promise<Failure | null> {
  const call = editorCall(command ?? '', path, line);
  if (call === null) {
    const status = await stat(path).catch(() => null);
    if (status === null) return fail('not-found', `${path} no longer exists.`);
    if (!isSafeToOpen(path, status)) {
      // An agent may have written the file, so it is shown in its folder, and not run.
      shell.showItemInFolder(path);
      return null;
    }
    const problem = await shell.openPath(path);
    return problem === '' ? null : fail('io', problem);
  }
  try {
    const child = spawnProgram(call.program, call.args, {
      env: variables as NodeJS.ProcessEnv,
      detached: true,
      stdio: 'ignore',
      windowsHide: true,
    });
    await once(child, 'spawn');
    child.unref();
    return null;
  } catch (error) {
    const { message } = error as Error;
    return fail('unavailable', `“${call.program}” could not be started.`, message);
  }
}
