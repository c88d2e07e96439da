import { access, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { onUnexpectedError } from '#main/base/unexpected';
import { Git } from '#main/git/git';
import { fail, ok, type Result } from '#shared/errors';
import { sampleFiles } from './sampleFiles';

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
  // Without git the project is a plain folder, and everything works there as well.
  await makeRepository(folder).catch(onUnexpectedError);
  return ok(folder);
}

async function makeRepository(folder: string): Promise<void> {
  const author = { 'user.name': 'Airlock', 'user.email': 'sample@airlock.invalid' };
  const git = new Git('git', { cwd: folder, config: author });
  await git.run(['init', '--quiet', '--initial-branch=main']);
  await git.run(['add', '--all']);
  await git.run(['commit', '--quiet', '--message=A fruit stall']);
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
