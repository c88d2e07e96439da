import { refuse } from '#main/airlock/disk/attempt';
import type { SessionContext, SessionParts } from '#main/airlock/sessionParts';
import { findRepository } from '#main/airlock/tree/repository';
import type { TreeDifference } from '#main/airlock/tree/treeDifference';
import { guard } from '#main/airlock/tree/workspace';
import type { ObjectId } from '#shared/ids';
import { Publisher } from './publisher';

/** The accepted changes of a session, for the user's repository. */
export class AcceptedWork {
  constructor(
    private readonly context: SessionContext,
    private readonly parts: SessionParts,
  ) {}

  /** Commits the changes on top of the user's checked-out commit. */
  async commit(message: string, paths?: readonly string[]): Promise<ObjectId> {
    const publisher = await this.publisher();
    const accepted = await this.accepted(paths);
    const commit = await this.context.commits.run(() => publisher.commit(accepted, message));
    await this.parts.guard.keepRefs();
    return commit;
  }

  /** Creates a branch with the changes, based on the commit that the session started from. */
  async branch(name: string, message: string): Promise<ObjectId> {
    const publisher = await this.publisher();
    const { parent } = this.context.record;
    const commit = await publisher.branch(await this.accepted(), parent, name, message);
    await this.parts.guard.keepRefs();
    return commit;
  }

  private async accepted(paths?: readonly string[]): Promise<readonly TreeDifference[]> {
    const { scanner, baseline, ledger } = this.parts;
    const own = ledger.state.ownTree ?? this.context.record.baseTree;
    const all = await scanner.compare(own, baseline.tree, { findsMoves: false });
    return paths === undefined ? all : all.filter(({ path }) => paths.includes(path));
  }

  private async publisher(): Promise<Publisher> {
    const { git, folder, record, onProblem } = this.context;
    const repository = await findRepository(git, record.project);
    if (repository === null) throw refuse('The project is not in a git repository.');
    const guarded = await guard(git, repository, folder);
    const store = this.parts.shadow.objects;
    return new Publisher({ git, repository, guarded, store, folder, onProblem });
  }
}
