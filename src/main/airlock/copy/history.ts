import { readFileSync } from 'node:fs';
import {
  copyFile,
  cp,
  lstat,
  mkdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { alternatesOf, ownStore } from '#main/airlock/objects/ownObjects';
import { formatSettings, throughFolder, writeAlternates } from '#main/airlock/tree/gitFolder';
import { indexLine } from '#main/airlock/tree/indexLine';
import { quotePath, unquotePath } from '#main/airlock/tree/quotedPath';
import { readPlainText } from '#main/airlock/tree/readPlainText';
import type { Repository } from '#main/airlock/tree/repository';
import type { Snapshot } from '#main/airlock/tree/snapshot';
import { quoted } from '#main/airlock/tree/treeSettings';
import { defaultFile, type UserSettings } from '#main/airlock/tree/userSettings';
import { AnchoredFolder } from '#main/base/files/anchoredFolder';
import { ifExists } from '#main/base/files/ifExists';
import { randomName } from '#main/base/files/randomName';
import type { Git } from '#main/git/git';
import type { ObjectId } from '#shared/ids';
import { copySettings } from './copySettings';
import { readUserRefs } from './userRefs';

export interface HistoryPlan {
  readonly repository: Repository;
  readonly settings: UserSettings;
  /** The capabilities of the copy's file system, as settings; null if they could not be tested. */
  readonly facts: readonly string[] | null;
  /** The branch or tag to check out instead of the user's current one. */
  readonly base: string | null;
}

const NAME = 'history.git';
const OBJECTS = 'objects';
/** The limit for the file; our own has one line. */
const ALTERNATES_BYTES = 64 * 1024;

/** The place of the objects of a session's history, as seen from the shadow repository. */
export const HISTORY_OBJECTS = join('..', '..', NAME, OBJECTS);

/**
 * I23: the history that a session begins with, in a git folder of ours: the user's refs at that
 * moment, a safe selection of the settings, and all objects. The agent's copy is made from it, and
 * the copy's repository uses its objects. Nothing is written here after it is made, and nothing is
 * pruned.
 */
export class History {
  readonly objects: string;

  private constructor(
    private readonly program: Git,
    private readonly directory: string,
  ) {
    this.objects = join(directory, OBJECTS);
  }

  /** The history of the session that owns this folder. */
  static at(git: Git, folder: string): History {
    return new History(git, join(folder, NAME));
  }

  /** `git` is for the user's repository, which is not changed. */
  static async create(git: Git, folder: string, plan: HistoryPlan): Promise<History> {
    const { repository, settings, base } = plan;
    const history = History.at(git, folder);
    const { directory, objects } = history;
    await rm(directory, { recursive: true, force: true });
    for (const below of ['info', `${OBJECTS}/info`, `${OBJECTS}/pack`, 'refs/heads', 'refs/tags']) {
      await mkdir(join(directory, below), { recursive: true });
    }
    const refs = await readUserRefs(git, repository, base);
    const files = new Map([
      ['config', await configuration(plan)],
      ['HEAD', refs.head],
      ['packed-refs', refs.packed],
      ...(refs.log === null ? [] : [['logs/HEAD', refs.log] as const]),
      ['info/exclude', await excludes(repository, settings)],
      ...[...refs.symbolic].map(([name, target]) => [name, `ref: ${target}\n`] as const),
    ]);
    for (const [path, text] of files) {
      await mkdir(dirname(join(directory, path)), { recursive: true });
      await writeFile(join(directory, path), text);
    }
    const copied = {
      'info/attributes': repository.attributes,
      'info/sparse-checkout': repository.selection,
      shallow: repository.shallow,
    };
    for (const [path, source] of Object.entries(copied)) {
      // Reading a pipe in place of the file would wait forever.
      const isFile = (await ifExists(stat(source)))?.isFile() === true;
      if (isFile) await copyFile(source, join(directory, path));
    }
    await writeAlternates(objects, repository.objects);
    return history;
  }

  /**
   * The folders of objects that a copy needs: its own, and the user's until it owns all objects.
   */
  stores(): readonly string[] {
    const { objects } = this;
    try {
      const leaning = readFileSync(alternatesOf(objects), 'utf8').split('\n');
      return [objects, ...leaning.filter((path) => path.startsWith('/'))];
    } catch {
      // The store does not depend on another one.
      return [objects];
    }
  }

  /** Git for a working tree, with the named index. New objects are stored here. */
  git(workTree: string, index: string, config: Readonly<Record<string, string>> = {}): Git {
    return this.program.with({
      cwd: workTree,
      environment: throughFolder(this.directory, workTree, index),
      config,
    });
  }

  /** The same, with the objects of another store, but not its settings. */
  gitWith(workTree: string, index: string, objects: string): Git {
    const escaped = objects.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n');
    const environment = { GIT_ALTERNATE_OBJECT_DIRECTORIES: `"${escaped}"` };
    return this.git(workTree, index).with({ environment });
  }

  /**
   * Makes the user's objects its own, so that none is missing after the user's git prunes them. On
   * a disk without hard links this takes longer, and is left to a later call.
   */
  async own(roots: readonly ObjectId[] | 'only-links'): Promise<void> {
    await ownStore(this.git(this.directory, 'none'), this.directory, roots);
  }

  /** Whether all objects are here. */
  async isWhole(): Promise<boolean> {
    return (await ifExists(stat(alternatesOf(this.objects)))) === undefined;
  }

  /**
   * Creates the copy with its files and its own repository. Nobody else may work there meanwhile.
   */
  async checkOut(
    workRoot: string,
    tree: ObjectId,
    onProgress?: (done: number, total: number) => void,
  ): Promise<void> {
    await this.equip(workRoot);
    const git = this.git(workRoot, this.indexOf(workRoot), { 'checkout.workers': '0' });
    await git.run(['read-tree', '--reset', '-u', '-v', tree], onProgress ? { onProgress } : {});
  }

  /** Stages in the copy what the user has staged, so that the rest shows as uncommitted. */
  async stage(
    workRoot: string,
    { head, headTree, format }: Pick<Repository, 'head' | 'headTree' | 'format'>,
    { tree, staged }: Pick<Snapshot, 'tree' | 'staged'>,
  ): Promise<void> {
    const git = this.git(workRoot, this.indexOf(workRoot));
    const base = head === null ? ['read-tree', '--empty'] : ['read-tree', '-m', head];
    if (tree !== headTree) await git.run(base);
    const input = staged.map((entry) => indexLine(entry, format)).join('');
    if (input !== '') await git.run(['update-index', '-z', '--index-info'], { input });
    await copyFile(this.indexOf(workRoot), this.firstIndex);
  }

  /** The index with which the copy began. */
  get firstIndex(): string {
    return this.path('index');
  }

  path(name: string): string {
    return join(this.directory, name);
  }

  /** Creates the repository for a copy without one, in the state in which the session began. */
  async equip(workRoot: string): Promise<void> {
    const target = join(workRoot, '.git');
    const { directory, objects } = this;
    await mkdir(workRoot, { recursive: true });
    await cp(directory, target, { recursive: true, filter: (path) => path !== objects });
    await mkdir(join(target, OBJECTS, 'pack'), { recursive: true });
    await writeAlternates(join(target, OBJECTS), objects);
  }

  /**
   * Points the copy's repository to this history if it still uses the same session's history at
   * another place, because the data folder was moved or copied. Other stores that an agent has
   * named stay.
   */
  async follow(workRoot: string): Promise<void> {
    const { objects } = this;
    const same = sep + join(basename(dirname(this.directory)), NAME, OBJECTS);
    const file = ['.git', OBJECTS, 'info', 'alternates'].join('/');
    await AnchoredFolder.within(workRoot, file, { create: false }, async (folder, name) => {
      const path = folder.at(name);
      // An agent may have put anything here.
      const status = await ifExists(lstat(path));
      if (!status?.isFile() || status.size > ALTERNATES_BYTES) return;
      const text = await readFile(path, 'utf8');
      const lines = text.split('\n');
      const followed = lines.map((line) => {
        const isHistory = line !== '' && unquotePath(line).endsWith(same);
        return isHistory ? quotePath(objects) : line;
      });
      if (followed.join('\n') === text) return;
      const temporary = folder.at(`.airlock-${randomName()}.tmp`);
      await writeFile(temporary, followed.join('\n'), { flag: 'wx' });
      await rename(temporary, path);
    });
  }

  /** The index of the copy's own repository, which an agent can write to. */
  indexOf(workRoot: string): string {
    return join(workRoot, '.git', 'index');
  }
}

async function configuration({ repository, settings, facts }: HistoryPlan): Promise<string> {
  const partial = settings.get('extensions.partialclone');
  const attributes = await settings.path('core.attributesfile');
  const lines = [
    ...formatSettings(repository.format),
    ...(partial === undefined ? [] : partialClone(partial)),
    '[core]',
    'bare = false',
    'logAllRefUpdates = true',
    ...(facts ?? []),
    ...(attributes === null ? [] : [`attributesFile = ${quoted(attributes)}`]),
    ...copySettings(settings, repository.root),
  ];
  return `${lines.join('\n')}\n`;
}

/** The settings of a partial clone: objects that were not fetched are at that remote. */
function partialClone(remote: string): readonly string[] {
  const version = ['[core]', 'repositoryFormatVersion = 1'];
  return [...version, '[extensions]', `partialClone = ${quoted(remote)}`];
}

/** The user's own rules, followed by the repository's: the last match counts. */
async function excludes(repository: Repository, settings: UserSettings): Promise<string> {
  const own = (await settings.path('core.excludesfile')) ?? defaultFile('ignore');
  const texts = [await readPlainText(own), await readPlainText(repository.exclude)];
  return texts.map((text) => (text ? `${text.replace(/\n$/, '')}\n` : '')).join('');
}
