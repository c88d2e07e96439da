import { execFile } from 'node:child_process';
import { access, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { onUnexpectedError } from '#main/base/unexpected';
import { fail, ok, type Result } from '#shared/errors';
import { sampleFiles } from './sampleFiles';

const run = promisify(execFile);

/** Makes the sample in `folder`, or leaves the one that is there as the user left it. */
export async function makeSampleProject(folder: string): Promise<Result<string>> {
  if (await exists(join(folder, 'README.md'))) return ok(folder);
  try {
    for (const [name, text] of Object.entries(sampleFiles)) {
      const path = join(folder, name);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text);
    }
  } catch (error) {
    return fail('io', 'The sample project could not be written.', String(error));
  }
  // Without git it is a plain folder, and everything works there as well.
  await makeRepository(folder).catch(onUnexpectedError);
  return ok(folder);
}

async function makeRepository(folder: string): Promise<void> {
  // Whatever the user's own settings say, this must neither sign nor run hooks.
  const quiet = ['-c', 'commit.gpgsign=false', '-c', 'core.hooksPath=/dev/null'];
  const author = ['-c', 'user.name=Airlock', '-c', 'user.email=sample@airlock.invalid'];
  const git = (...args: string[]) => run('git', [...quiet, ...author, ...args], { cwd: folder });
  await git('init', '--quiet', '--initial-branch=main');
  await git('add', '--all');
  await git('commit', '--quiet', '--message=A fruit stall');
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
