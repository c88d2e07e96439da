import { appendFile, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { ifExists } from '#main/base/ifExists';
import type { Git } from '#main/git/git';
import { refuse } from '../attempt';
import { LOCK_MILLISECONDS, LOCK_STEP_MILLISECONDS } from '../limits';
import type { ObjectFormat } from '../objectHash';
import { excludePattern } from './excludePattern';
import { probeFileSystem } from './fileSystemProbe';
import { ObjectStore } from './objectStore';
import { orphansEnded } from './orphans';
import { quotePath } from './quotedPath';
import { readPlainText } from './readPlainText';
import type { Repository } from './repository';
import { SELECTION_SETTING, TREE_SETTINGS, treeSettings } from './treeSettings';
import { VerifiedTrees } from './verifiedTrees';

/** What the agent's tree was last seen to hold, and what counts as the user's own. */
export const WORK_INDEX = 'work.index';
export const BASE_INDEX = 'base.index';
/** What the session began with and the user's own edits since. */
export const OWN_INDEX = 'own.index';
/** What was in the project before the turn, and in none of these. */
export const UNSEEN_FILE = 'unseen.json';

/** Bytes are kept as they are: no line endings are translated, no filter is run. */
const RAW_ATTRIBUTES = '* -text !eol -filter -ident -working-tree-encoding\n';

/** What nobody wants to read a diff of, in folders where no `.gitignore` says so. */
const PLAIN_EXCLUDES = [
  'node_modules/',
  '.venv/',
  'venv/',
  '__pycache__/',
  '.tox/',
  '.mypy_cache/',
  '.pytest_cache/',
  '.ruff_cache/',
  '.gradle/',
  '.next/',
  '.nuxt/',
  '.turbo/',
  '.cache/',
  '.DS_Store',
  'Thumbs.db',
];

/**
 * A repository of our own, outside of anything an agent or the user works in. The airlock looks at
 * working trees through it, and so never obeys configuration that an agent could have written.
 */
export class Shadow {
  readonly objects: ObjectStore;
  readonly trees: VerifiedTrees;

  private constructor(
    readonly directory: string,
    private readonly program: Git,
    readonly format: ObjectFormat,
  ) {
    this.objects = new ObjectStore(this.git(directory), directory, format);
    this.trees = new VerifiedTrees(this.objects);
  }

  static async create(
    git: Git,
    directory: string,
    repository: Repository | null,
    extraExcludes: readonly string[],
    /** The folder that is looked at, or one on its file system; and one of those to try things out in. */
    { root, places }: { readonly root: string; readonly places: readonly string[] },
  ): Promise<Shadow> {
    const format = repository?.format ?? 'sha1';
    await rm(directory, { recursive: true, force: true });
    await mkdir(directory, { recursive: true });
    const shadow = new Shadow(directory, git, format);
    const bare = git.with({ cwd: directory, environment: apart });
    await bare.run(['init', '--quiet', '--bare', '--template=', `--object-format=${format}`, '.']);
    const probed = await probeFileSystem(root, [directory, ...places]);
    const names = probed === null ? TREE_SETTINGS : [SELECTION_SETTING];
    const settings = [
      '[core]',
      'bare = false',
      ...(probed ?? []),
      ...(await treeSettings(git, repository ? names : [], ['excludesFile'])),
    ];
    await appendFile(join(directory, 'config'), `${settings.join('\n')}\n`);
    await mkdir(join(directory, 'info'), { recursive: true });
    await writeFile(join(directory, 'info', 'attributes'), RAW_ATTRIBUTES);
    const excludes = repository ? await excludesOf(repository) : PLAIN_EXCLUDES;
    await writeFile(join(directory, 'info', 'exclude'), [...excludes, ''].join('\n'));
    await shadow.exclude(extraExcludes);
    if (repository) {
      await mkdir(join(directory, 'objects', 'info'), { recursive: true });
      const alternates = join(directory, 'objects', 'info', 'alternates');
      await writeFile(alternates, `${quotePath(repository.objects)}\n`);
    }
    return shadow;
  }

  /** From now on these are not looked at, whatever they are: a file, a folder or a link. */
  async exclude(paths: readonly string[]): Promise<void> {
    const lines = Buffer.concat(paths.map(excludePattern));
    if (lines.length > 0) await appendFile(join(this.directory, 'info', 'exclude'), lines);
  }

  static async open(git: Git, directory: string): Promise<Shadow> {
    const config = await ifExists(readFile(join(directory, 'config'), 'utf8'));
    if (config === undefined) {
      throw refuse(
        `What Airlock keeps of this session’s changes is missing: ${directory}. Put it back to go on. Nothing was touched.`,
      );
    }
    const shadow = new Shadow(
      directory,
      git,
      /objectformat\s*=\s*sha256/i.test(config) ? 'sha256' : 'sha1',
    );
    const isAlone = await orphansEnded(directory);
    for (const name of [WORK_INDEX, BASE_INDEX, OWN_INDEX]) {
      const lock = join(directory, `${name}.lock`);
      await (isAlone ? rm(lock, { force: true }) : breakLock(lock));
    }
    return shadow;
  }

  /** Takes away the lock of a git command that died. Only for whoever alone works on that index. */
  async unlock(index: string): Promise<void> {
    await rm(join(this.directory, `${index}.lock`), { force: true });
  }

  /** Git over a working tree, seen through one of our own indexes. */
  git(workTree: string, index = WORK_INDEX): Git {
    return this.program.with({
      cwd: workTree,
      environment: {
        ...apart,
        GIT_DIR: this.directory,
        GIT_WORK_TREE: workTree,
        GIT_INDEX_FILE: join(this.directory, index),
      },
      config: {
        'core.autocrlf': 'false',
        // Strict: an agent can set a file's time back, but not its inode's.
        'core.trustctime': 'true',
        'core.checkstat': 'default',
        'core.fsync': 'loose-object',
        'core.fsyncMethod': 'batch',
      },
    });
  }
}

/** Neither the user's nor the machine's configuration has a say. */
export const apart = {
  GIT_CONFIG_GLOBAL: devNull,
  GIT_CONFIG_SYSTEM: devNull,
  GIT_CONFIG_NOSYSTEM: '1',
};

/** A git command of a run that was killed may still be finishing; one that is gone never will. */
async function breakLock(path: string): Promise<void> {
  for (let waited = 0; waited < LOCK_MILLISECONDS; waited += LOCK_STEP_MILLISECONDS) {
    if ((await ifExists(stat(path))) === undefined) return;
    await setTimeout(LOCK_STEP_MILLISECONDS);
  }
  await rm(path, { force: true });
}

async function excludesOf(repository: Repository): Promise<readonly string[]> {
  const text = await readPlainText(repository.exclude);
  return (text ?? '').split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}
