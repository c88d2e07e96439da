import { lstat, mkdir, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ifExists } from '#main/base/files/ifExists';
import { randomName } from '#main/base/files/randomName';
import { Git } from '#main/git/git';

/** An empty project for one part of a check, below a folder of the app's own. */
export class Scratch {
  private constructor(readonly path: string) {}

  static async make(folder: string, signal: AbortSignal): Promise<Scratch> {
    const place = join(folder, randomName());
    await mkdir(place, { recursive: true });
    const scratch = new Scratch(await realpath(place));
    try {
      await writeFile(join(scratch.path, 'README.md'), '# A project to check an agent with\n');
      const author = { 'user.name': 'Airlock', 'user.email': 'check@airlock.invalid' };
      const git = new Git('git', { cwd: scratch.path, config: author, signal });
      await git.run(['init', '--quiet', '--initial-branch=main']);
      await git.run(['add', '--all']);
      await git.run(['commit', '--quiet', '--message=Begin']);
      return scratch;
    } catch (error) {
      await scratch.remove();
      throw error;
    }
  }

  async has(name: string): Promise<boolean> {
    return (await ifExists(lstat(join(this.path, name)))) !== undefined;
  }

  async drop(name: string): Promise<void> {
    await rm(join(this.path, name), { recursive: true, force: true });
  }

  async remove(): Promise<void> {
    await rm(this.path, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** What a check left behind when the app ended within it. */
export async function removeScratches(folder: string): Promise<void> {
  const names = (await ifExists(readdir(folder))) ?? [];
  for (const name of names) await rm(join(folder, name), { recursive: true, force: true });
}
