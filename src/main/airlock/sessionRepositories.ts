import { join } from 'node:path';
import { attempt } from './disk/attempt';
import type { RepositoryFacts } from './guard/gitFacts';
import { IndexFlags } from './guard/indexFlags';
import { RefValues } from './guard/refValues';
import { StagedFiles } from './guard/stagedFiles';
import type { SessionContext } from './sessionParts';
import { findRepository, type Repository } from './tree/repository';

/** The user's repository, as the parts of a session see it. */
export class SessionRepositories {
  private found: Promise<Repository | null> | undefined;
  private facts: Promise<RepositoryFacts | null> | undefined;

  constructor(private readonly context: Pick<SessionContext, 'git' | 'record'>) {}

  /** Asks git once for all who ask at the same time; whoever comes later asks again. Null if the project is in none. */
  find(): Promise<Repository | null> {
    const { git, record } = this.context;
    this.found ??= findRepository(git, record.project).finally(() => {
      this.found = undefined;
    });
    return this.found;
  }

  /** As it was when it was first needed; found even where git no longer works in it, so that what broke it can be restored. */
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
