import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { ifExists } from '#main/base/ifExists';
import type { ObjectFormat } from '../objectHash';
import type { Git } from './git';
import { ObjectStore } from './objectStore';
import type { Repository } from './repository';

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

/** Settings of a working tree that follow from its file system. */
const TREE_SETTINGS = [
  'core.filemode',
  'core.ignorecase',
  'core.symlinks',
  'core.precomposeunicode',
  'core.trustctime',
  'core.checkstat',
  // Without it a file that an agent puts outside of the user's selection would not be seen.
  'core.sparseCheckout',
];

/**
 * A repository of our own, outside of anything an agent or the user works in. The airlock looks at
 * working trees through it, and so never obeys configuration that an agent could have written.
 */
export class Shadow {
  readonly objects: ObjectStore;

  private constructor(
    readonly directory: string,
    private readonly program: Git,
    readonly format: ObjectFormat,
  ) {
    this.objects = new ObjectStore(this.git(directory), directory, format);
  }

  static async create(
    git: Git,
    directory: string,
    repository: Repository | null,
    extraExcludes: readonly string[],
  ): Promise<Shadow> {
    const format = repository?.format ?? 'sha1';
    await rm(directory, { recursive: true, force: true });
    await mkdir(directory, { recursive: true });
    const shadow = new Shadow(directory, git, format);
    const bare = git.with({ cwd: directory, environment: apart });
    await bare.run(['init', '--quiet', '--bare', '--template=', `--object-format=${format}`, '.']);
    await bare.run(['config', 'core.bare', 'false']);
    for (const [name, value] of await treeSettings(git, repository)) {
      await bare.run(['config', name, value]);
    }
    await mkdir(join(directory, 'info'), { recursive: true });
    await writeFile(join(directory, 'info', 'attributes'), RAW_ATTRIBUTES);
    const excludes = repository ? await excludesOf(repository) : PLAIN_EXCLUDES;
    const carried = extraExcludes.map((path) => `/${escapePattern(path)}`);
    await writeFile(join(directory, 'info', 'exclude'), [...excludes, ...carried, ''].join('\n'));
    if (repository) {
      await mkdir(join(directory, 'objects', 'info'), { recursive: true });
      const alternates = join(directory, 'objects', 'info', 'alternates');
      await writeFile(alternates, `${repository.objects}\n`);
    }
    return shadow;
  }

  static async open(git: Git, directory: string): Promise<Shadow> {
    const config = await readFile(join(directory, 'config'), 'utf8');
    const shadow = new Shadow(
      directory,
      git,
      /objectformat\s*=\s*sha256/i.test(config) ? 'sha256' : 'sha1',
    );
    // Whatever held them is gone: nobody but us works here, and we have just begun.
    for (const name of ['work.index', 'base.index']) {
      await rm(join(directory, `${name}.lock`), { force: true });
    }
    return shadow;
  }

  /** Git over a working tree, seen through one of our own indexes. */
  git(workTree: string, index = 'work.index'): Git {
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
        'core.fsync': 'loose-object',
        'core.fsyncMethod': 'batch',
      },
    });
  }
}

/** Neither the user's nor the machine's configuration has a say. */
const apart = { GIT_CONFIG_GLOBAL: devNull, GIT_CONFIG_SYSTEM: devNull, GIT_CONFIG_NOSYSTEM: '1' };

async function treeSettings(
  git: Git,
  repository: Repository | null,
): Promise<readonly (readonly [string, string])[]> {
  const names = repository ? TREE_SETTINGS : [];
  const settings: (readonly [string, string])[] = [];
  for (const name of names) {
    const value = await git.maybe(['config', '--get', name]);
    if (value !== null) settings.push([name, value]);
  }
  const excludes = await git.maybe(['config', '--type=path', '--get', 'core.excludesFile']);
  if (excludes !== null) settings.push(['core.excludesFile', excludes]);
  return settings;
}

async function excludesOf(repository: Repository): Promise<readonly string[]> {
  const text = await ifExists(readFile(repository.exclude, 'utf8'));
  return (text ?? '').split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}

function escapePattern(path: string): string {
  return path.replace(/[*?[\]\\!#]/g, '\\$&').replace(/ $/, '\\ ');
}
