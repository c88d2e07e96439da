import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { devNull } from 'node:os';
import { promisify } from 'node:util';
import { TestFiles } from './testFiles';

const execute = promisify(execFile);
const MAXIMUM_OUTPUT = 64 * 1024 * 1024;
const FIXED_DATE = '2026-01-01T00:00:00Z';

/** Only the repository's own configuration, and hashes that are the same on every machine. */
export const gitEnvironment: Readonly<Record<string, string>> = {
  GIT_CONFIG_GLOBAL: devNull,
  GIT_CONFIG_SYSTEM: devNull,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_AUTHOR_NAME: 'Test',
  GIT_AUTHOR_EMAIL: 'test@example.com',
  GIT_AUTHOR_DATE: FIXED_DATE,
  GIT_COMMITTER_NAME: 'Test',
  GIT_COMMITTER_EMAIL: 'test@example.com',
  GIT_COMMITTER_DATE: FIXED_DATE,
  // Reading must not change anything, but `git status` would rewrite the index.
  GIT_OPTIONAL_LOCKS: '0',
  LC_ALL: 'C',
};

/** Everything that a user would miss if it changed, except the files themselves. */
export interface RepositoryFingerprint {
  readonly head: string;
  readonly branch: string;
  readonly refs: string;
  /** The staged content. */
  readonly index: string;
  /** The bytes of the index file; these differ even after a refresh. */
  readonly indexFile: string;
  readonly config: string;
  readonly stash: string;
  readonly worktrees: string;
}

/** A real repository in a temporary folder, used through the real git. */
export class GitRepository extends TestFiles {
  static async create(path: string): Promise<GitRepository> {
    mkdirSync(path, { recursive: true });
    const repository = new GitRepository(path);
    await repository.git('init', '--quiet', '--initial-branch=main');
    return repository;
  }

  /** A repository with these files committed. */
  static async createWith(
    path: string,
    files: Readonly<Record<string, string | Uint8Array>>,
  ): Promise<GitRepository> {
    const repository = await GitRepository.create(path);
    for (const [name, content] of Object.entries(files)) repository.write(name, content);
    await repository.record('Initial commit');
    return repository;
  }

  /** Git's output, without the last line break. */
  async git(...args: readonly string[]): Promise<string> {
    const { stdout } = await execute('git', args, {
      cwd: this.path,
      env: { ...withoutGit(process.env), ...gitEnvironment },
      maxBuffer: MAXIMUM_OUTPUT,
    });
    return stdout.replace(/\n$/, '');
  }

  remove(path: string): void {
    rmSync(this.join(path), { recursive: true });
  }

  async stage(...paths: readonly string[]): Promise<void> {
    await this.git('add', '--', ...paths);
  }

  /** The new commit's hash. */
  async commitAll(message: string): Promise<string> {
    await this.record(message);
    return this.head();
  }

  private async record(message: string): Promise<void> {
    await this.git('add', '--all');
    // Avoids another git process, which would check whether to tidy up.
    const untidied = ['-c', 'maintenance.auto=false'];
    const quick = ['--quiet', '--allow-empty', '--no-verify'];
    await this.git(...untidied, 'commit', ...quick, '-m', message);
  }

  head(): Promise<string> {
    return this.git('rev-parse', 'HEAD');
  }

  /** One line per differing path, as in `git status --porcelain`, with each untracked file. */
  async status(): Promise<readonly string[]> {
    const text = await this.git('status', '--porcelain', '--untracked-files=all');
    return text === '' ? [] : text.split('\n');
  }

  /** A fingerprint to compare before and after something that must not change the repository. */
  async fingerprint(): Promise<RepositoryFingerprint> {
    const [head, branch, refs, index, stash, worktrees] = await Promise.all([
      this.head(),
      this.git('symbolic-ref', '--quiet', 'HEAD'),
      this.git('for-each-ref'),
      this.git('ls-files', '--stage'),
      this.git('stash', 'list'),
      this.git('worktree', 'list', '--porcelain'),
    ]);
    const indexFile = hashOf(this.join('.git', 'index'));
    const config = hashOf(this.join('.git', 'config'));
    return { head, branch, refs, index, indexFile, config, stash, worktrees };
  }
}

function withoutGit(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => !name.startsWith('GIT_')),
  );
}

function hashOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
