import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { devNull } from 'node:os';
import { promisify } from 'node:util';
import { TestFiles } from './testFiles';

const execute = promisify(execFile);
const MAXIMUM_OUTPUT = 64 * 1024 * 1024;
const FIXED_DATE = '2026-01-01T00:00:00Z';

/** No configuration but the repository's own, and hashes that are the same on every machine. */
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
  // Looking must not change anything: `git status` would rewrite the index.
  GIT_OPTIONAL_LOCKS: '0',
  LC_ALL: 'C',
};

/** All that a user would miss if it changed, but for the files themselves. */
export interface RepositoryFingerprint {
  readonly head: string;
  readonly branch: string;
  readonly refs: string;
  /** What is staged. */
  readonly index: string;
  /** The bytes of the index file; differs after a mere refresh too. */
  readonly indexFile: string;
  readonly config: string;
  readonly stash: string;
  readonly worktrees: string;
}

/** A real repository in a temporary folder, worked on by the real git. */
export class GitRepository extends TestFiles {
  static async create(path: string): Promise<GitRepository> {
    mkdirSync(path, { recursive: true });
    const repository = new GitRepository(path);
    await repository.git('init', '--quiet', '--initial-branch=main');
    return repository;
  }

  /** With the files committed. */
  static async createWith(
    path: string,
    files: Readonly<Record<string, string | Uint8Array>>,
  ): Promise<GitRepository> {
    const repository = await GitRepository.create(path);
    for (const [name, content] of Object.entries(files)) repository.write(name, content);
    await repository.record('Initial commit');
    return repository;
  }

  /** What git printed, without the last line's end. */
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
    // Without one more git, which would look whether there is something to tidy up.
    const untidied = ['-c', 'maintenance.auto=false'];
    const quick = ['--quiet', '--allow-empty', '--no-verify'];
    await this.git(...untidied, 'commit', ...quick, '-m', message);
  }

  head(): Promise<string> {
    return this.git('rev-parse', 'HEAD');
  }

  /** One line per path that differs, as `git status --porcelain` has it, untracked files one by one. */
  async status(): Promise<readonly string[]> {
    const text = await this.git('status', '--porcelain', '--untracked-files=all');
    return text === '' ? [] : text.split('\n');
  }

  /** To be compared before and after something that must leave the repository alone. */
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
