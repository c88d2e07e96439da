import type { Git } from '#main/git/git';
import { type FileVersion, isFileMode } from '#shared/airlock/change';
import type { ObjectId } from '#shared/ids';
import { indexLine } from './indexLine';
import { BASE_INDEX, type Shadow } from './shadow';
import type { TreeEntry } from './treeDifference';

/** The new path of a baseline's path; null removes it. */
export interface BaselineMove {
  readonly path: string;
  readonly version: TreeEntry | null;
}

/** The tree that counts as the user's own: changes are measured against it. Decisions move it. */
export class Baseline {
  private readonly git: Git;
  private current: ObjectId;

  constructor(
    private readonly shadow: Shadow,
    workTree: string,
    tree: ObjectId,
    private readonly index = BASE_INDEX,
  ) {
    this.git = shadow.git(workTree, index);
    this.current = tree;
  }

  get tree(): ObjectId {
    return this.current;
  }

  /** Restores the index to the ledger's tree, after a crash or a rewind. */
  async restore(tree: ObjectId): Promise<void> {
    const found = await this.git.maybe(['write-tree', '--missing-ok']);
    if (found !== tree) {
      await this.shadow.trees.check(tree);
      await this.git.run(['read-tree', tree]);
    }
    this.current = tree;
  }

  /** The entry at a path; null if there is none. */
  async lookUp(path: string): Promise<FileVersion | null> {
    const [line] = await this.git.list(['ls-files', '-z', '--stage', '--', path]);
    const [, mode, blob, , found] = /^(\d{6}) ([0-9a-f]+) (\d)\t(.*)$/s.exec(line ?? '') ?? [];
    if (found !== path || !isFileMode(mode)) return null;
    const id = blob as ObjectId;
    return { blob: id, mode, bytes: (await this.shadow.objects.sizes([id])).get(id) ?? 0 };
  }

  /** The folders with files in the tree, outer ones before inner ones. */
  folders(): Promise<readonly string[]> {
    return this.git.list(['ls-tree', '-d', '-r', '-z', '--name-only', this.tree]);
  }

  /** The given contents that the tree holds, at any path. */
  async holding(blobs: ReadonlySet<ObjectId>): Promise<ReadonlySet<ObjectId>> {
    if (blobs.size === 0) return blobs;
    const lines = await this.git.list(['ls-files', '-z', '--stage']);
    const held = lines.map((line) => line.split(' ', 2)[1] as ObjectId);
    return new Set(held.filter((blob) => blobs.has(blob)));
  }

  async move(moves: readonly BaselineMove[]): Promise<ObjectId> {
    if (moves.length === 0) return this.current;
    const input = moves
      .map(({ path, version }) => indexLine({ path, entry: version }, this.shadow.format))
      .join('');
    await this.shadow.unlock(this.index);
    await this.git.run(['update-index', '-z', '--index-info'], { input });
    this.current = (await this.git.text(['write-tree', '--missing-ok'])) as ObjectId;
    return this.current;
  }
}
