import type { Logger } from '#main/base/log/logger';
import type { SessionId } from '#shared/ids';
import type { TrashName } from './trashItem';
import type { TrashPlaces } from './trashPlaces';

/** The folders of a session's airlock and of its tree. */
export interface DeletedTree {
  readonly sessionId: SessionId;
  readonly folder: string;
  readonly workRoot: string;
}

/** Keeps the repositories informed of the trees of sessions. */
export interface TreeKeeper {
  /**
   * Called when a tree was moved and stays registered in its repository, so that git keeps its
   * objects.
   */
  follow(place: DeletedTree): Promise<void>;
  /** Called when a tree is about to be removed: its repository may forget it. */
  forget(place: DeletedTree): Promise<void>;
}

/** Reports the trees of deleted sessions to their keeper. */
export class DeletedTrees {
  constructor(
    private readonly keeper: TreeKeeper,
    private readonly places: TrashPlaces,
    private readonly logger: Logger,
  ) {}

  /** Reports where an item's tree is now. */
  async follow(item: TrashName): Promise<void> {
    const [folder, workRoot] = await Promise.all(
      (['airlock', 'worktree'] as const).map(
        async (part) =>
          (await this.places.locate(item.id, part)) ?? this.places.inUse(item.sessionId, part),
      ),
    );
    if (folder && workRoot) await this.tell('follow', { ...item, folder, workRoot });
  }

  /** Reports that a tree is about to be removed. */
  async forget(place: DeletedTree): Promise<void> {
    await this.tell('forget', place);
  }

  private async tell(what: keyof TreeKeeper, place: DeletedTree): Promise<void> {
    const { sessionId, folder, workRoot } = place;
    try {
      await this.keeper[what]({ sessionId, folder, workRoot });
    } catch (error) {
      // The files are safe either way, and git reports a missing tree itself.
      this.logger.warn('a repository was not told of a tree', { sessionId, what, error });
    }
  }
}
