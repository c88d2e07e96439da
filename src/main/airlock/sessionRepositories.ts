import { join } from 'node:path';
import { attempt } from './disk/attempt';
import type { RepositoryFacts } from './guard/gitFacts';
import { IndexFlags } from './guard/indexFlags';
import { RefValues } from './guard/refValues';
import { StagedFiles } from './guard/stagedFiles';
import type { SessionContext } from './sessionParts';
import { findRepository, type Repository } from './tree/repository';

/** The user's repository, for the parts of a session. */
export class SessionRepositories {
  private found: Promise<Repository | null> | undefined;
  private facts: Promise<RepositoryFacts | null> | undefined;

  constructor(private readonly context: Pick<SessionContext, 'git' | 'record'>) {}

  /**
   * Asks git once for all simultaneous calls; later calls ask again. Null if the project is not in
   * a repository.
   */
  find(): Promise<Repository | null> {
    const { git, record } = this.context;
    this.found ??= findRepository(git, record.project).finally(() => {
      this.found = undefined;
    });
    return this.found;
  }

  /**
   * The repository as it was when it was first needed. It is found even if git no longer works in
   * it, so that the cause can be restored.
   */
  guarded(): Promise<RepositoryFacts | null> {
    this.facts ??= this.readFacts();
    return this.facts;
  }

  private async readFacts(): Promise<RepositoryFacts | null> {
    const { git, record } = this.context;
    if (!record.isRepository) return null;
    const found = await attempt('The repository', () => this.find());
    if (found.ok && found.value === null) return null;
    const repository = found.ok ? found.value : null;
    const root = repository?.root ?? record.projectRoot;
    const index = repository?.index ?? join(root, '.git', 'index');
    return {
      folder: repository?.commonDirectory ?? join(root, '.git'),
      root,
      git,
      flags: new IndexFlags(git, index),
      refs: new RefValues(git),
      staged: new StagedFiles(git, root, repository?.format ?? 'sha1'),
    };
  }
}
