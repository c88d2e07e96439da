import { copyFile, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ifExists } from '#main/base/files/ifExists';
import type { Git } from '#main/git/git';
import { formatSettings, throughFolder } from './gitFolder';
import type { Repository } from './repository';
import { CONVERSION_SETTINGS, TREE_SETTINGS, treeSettings } from './treeSettings';
import { UserSettings } from './userSettings';

/**
 * The objects and files of the user's repository, read through a git folder of our own. Git then
 * reads no configuration that the project or an agent can write to. Filters and helpers are unknown
 * there, so none of them runs, whatever name a `.gitattributes` gives. Line endings are still
 * converted as the user has configured them.
 */
export class GuardedRepository {
  private constructor(
    private readonly program: Git,
    private readonly directory: string,
    private readonly objects: string,
  ) {}

  /** `git` is for the user's repository. The directory is ours, and is created again. */
  static async create(
    git: Git,
    repository: Repository,
    directory: string,
  ): Promise<GuardedRepository> {
    await rm(directory, { recursive: true, force: true });
    for (const folder of ['info', 'objects', 'refs']) {
      await mkdir(join(directory, folder), { recursive: true });
    }
    const settings = await UserSettings.read(git, repository.root);
    const names = [...TREE_SETTINGS, ...CONVERSION_SETTINGS];
    const lines = [
      ...formatSettings(repository.format),
      '[core]',
      'bare = false',
      ...(await treeSettings(settings, names, ['excludesFile', 'attributesFile'])),
    ];
    await writeFile(join(directory, 'config'), `${lines.join('\n')}\n`);
    await writeFile(join(directory, 'HEAD'), 'ref: refs/heads/none\n');
    const rules = {
      exclude: repository.exclude,
      attributes: repository.attributes,
      'sparse-checkout': repository.selection,
    };
    for (const [name, source] of Object.entries(rules)) {
      // Reading a pipe in place of the file would wait forever.
      const isFile = (await ifExists(stat(source)))?.isFile() === true;
      if (isFile) await copyFile(source, join(directory, 'info', name));
    }
    return new GuardedRepository(git, directory, repository.objects);
  }

  /** Git for a working tree, with the named index. */
  git(workTree: string, index: string): Git {
    return this.program.with({
      cwd: workTree,
      environment: {
        ...throughFolder(this.directory, workTree, index),
        GIT_OBJECT_DIRECTORY: this.objects,
      },
    });
  }

  async remove(): Promise<void> {
    await rm(this.directory, { recursive: true, force: true });
  }
}
