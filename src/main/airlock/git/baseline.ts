import { type FileVersion, isFileMode } from '#shared/airlock/change';
import type { ObjectId } from '#shared/ids';
import type { Git } from './git';
import { BASE_INDEX, type Shadow } from './shadow';

/** Where a path of the baseline moves to; null takes it out. */
export interface BaselineMove {
  readonly path: string;
  readonly version: FileVersion | null;
}

/** What counts as the user's own: the tree that changes are measured against. Moves with decisions. */
export class Baseline {
  private readonly git: Git;
  private current: ObjectId;

  constructor(
    private readonly shadow: Shadow,
    workTree: string,
    tree: ObjectId,
  ) {
    this.git = shadow.git(workTree, BASE_INDEX);
    this.current = tree;
  }

  get tree(): ObjectId {
    return this.current;
  }

  /** Brings the index to the tree that the ledger names, after a crash or a rewind. */
  async restore(tree: ObjectId): Promise<void> {
    const found = await this.git.maybe(['write-tree', '--missing-ok']);
    if (found !== tree) await this.git.run(['read-tree', tree]);
    this.current = tree;
  }

  /** What it holds at a path; null if nothing. */
  async lookUp(path: string): Promise<FileVersion | null> {
    const [line] = await this.git.list(['ls-files', '-z', '--stage', '--', path]);
    const [, mode, blob, , found] = /^(\d{6}) ([0-9a-f]+) (\d)\t(.*)$/s.exec(line ?? '') ?? [];
    if (found !== path || !isFileMode(mode)) return null;
    const id = blob as ObjectId;
    return { blob: id, mode, bytes: (await this.shadow.objects.sizes([id])).get(id) ?? 0 };
  }

  async move(moves: readonly BaselineMove[]): Promise<ObjectId> {
    if (moves.length === 0) return this.current;
    const none = '0'.repeat(this.shadow.format === 'sha256' ? 64 : 40);
    const input = moves
      .map(({ path, version }) =>
        version === null ? `0 ${none}\t${path}\0` : `${version.mode} ${version.blob}\t${path}\0`,
      )
      .join('');
    await this.git.run(['update-index', '-z', '--index-info'], { input });
    this.current = (await this.git.text(['write-tree', '--missing-ok'])) as ObjectId;
    return this.current;
  }
}
