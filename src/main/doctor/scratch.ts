import { lstat, mkdir, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { eraseFolder } from '#main/base/files/eraseFolder';
import { ifExists } from '#main/base/files/ifExists';
import { randomName } from '#main/base/files/randomName';
import { Git } from '#main/git/git';

const PROJECT = 'project';

/** An empty project for one part of a check, in its own folder below one of the app's. */
export class Scratch {
  private constructor(readonly path: string) {}

  static async make(folder: string, signal: AbortSignal): Promise<Scratch> {
    const place = join(folder, randomName(), PROJECT);
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

  /**
   * Whether there is a regular file with this name: neither a folder nor a link, which may lead
   * anywhere.
   */
  async has(name: string): Promise<boolean> {
    return (await ifExists(lstat(join(this.path, name))))?.isFile() === true;
  }

  async isGone(): Promise<boolean> {
    return (await ifExists(lstat(this.path)))?.isDirectory() !== true;
  }

  /** Files that somebody has put next to the project. */
  async beside(): Promise<readonly string[]> {
    const names = (await ifExists(readdir(dirname(this.path)))) ?? [];
    return names.filter((name) => name !== PROJECT);
  }

  async drop(name: string): Promise<void> {
    await rm(join(this.path, name), { recursive: true, force: true });
  }

  async remove(): Promise<void> {
    await removeTree(dirname(this.path));
  }
}

/** Removes what a check left behind when the app ended during it. */
export async function removeScratches(folder: string): Promise<void> {
  const names = (await ifExists(readdir(folder))) ?? [];
  for (const name of names) await removeTree(join(folder, name));
}

/**
 * Settles even if removing fails: the rest is removed in the next run of the app, and no check
 * fails because of it.
 */
async function removeTree(path: string): Promise<void> {
  try {
    await eraseFolder(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
  }
}
