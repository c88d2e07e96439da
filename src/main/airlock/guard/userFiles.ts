import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { refuse } from '#main/airlock/disk/attempt';
import type { WrittenFile } from '#main/airlock/find/othersWrites';
import { TreeScanner } from '#main/airlock/find/treeScanner';
import {
  GUARDED_BYTES,
  GUARDED_FILE_BYTES,
  PROJECT_BYTES,
  PROJECT_FILES,
  PRUNE_BYTES,
} from '#main/airlock/limits';
import type { ObjectStore } from '#main/airlock/objects/objectStore';
import { findRepository } from '#main/airlock/tree/repository';
import { Shadow } from '#main/airlock/tree/shadow';
import { sameEntry, type TreeDifference, type TreeEntry } from '#main/airlock/tree/treeDifference';
import { adoptUserIndex } from '#main/airlock/tree/userIndex';
import { UserSettings } from '#main/airlock/tree/userSettings';
import { ifExists } from '#main/base/files/ifExists';
import type { Git } from '#main/git/git';
import type { ObjectId } from '#shared/ids';

export interface UserFilesParts {
  /** The session's own folder. */
  readonly folder: string;
  /** Git for the user's project. */
  readonly git: Git;
  readonly project: string;
  readonly projectRoot: string;
  /** The store of the session, which has the files of a folder that git knows nothing about. */
  readonly objects: string;
}

/** A file of the user's that is not as it was. */
export interface TouchedFile {
  readonly path: string;
  readonly mode: string;
  /** Null: there was none. Without `bytes` they are too many to be kept, or gone. */
  readonly before: { readonly bytes: Buffer | undefined } | null;
}

const NAME = 'project.git';
const LIMITS = { files: PROJECT_FILES, bytes: PROJECT_BYTES };

/**
 * I25: the user's own files while an agent works in a copy with all their rights: what they were when a turn
 * began, and which of them differ. Ignored ones do not count. Nothing is written in the user's folder.
 */
export class UserFiles {
  private opened: { readonly shadow: Shadow; readonly scanner: TreeScanner } | undefined;
  /** What was written by decisions since the turn began, by path. */
  private readonly accepted = new Map<string, TreeEntry | null>();

  constructor(private readonly parts: UserFilesParts) {}

  /** A turn begins; returns the tree to compare with. Costs about as much as `git status`. */
  async begin(): Promise<ObjectId> {
    this.accepted.clear();
    if ((this.opened?.scanner.takenBytes ?? 0) > PRUNE_BYTES) this.opened = undefined;
    const { scanner } = await this.open({ isNew: this.opened === undefined });
    await scanner.absorb({ inTurn: false, base: null });
    return scanner.tree();
  }

  /** What differs from that tree and was not decided by the user. */
  async touchedSince(tree: ObjectId): Promise<readonly TouchedFile[]> {
    const { shadow, scanner } = await this.open({ isNew: false });
    await scanner.absorb({ inTurn: false, base: null });
    const found = await scanner.compare(tree, await scanner.tree(), { findsMoves: false });
    const touched = found.flatMap((difference) => this.undecided(difference));
    return withBytes(touched, shadow.objects);
  }

  /** These were written by decisions: they are the user's. */
  async note(written: readonly WrittenFile[], store: ObjectStore): Promise<readonly string[]> {
    const { projectRoot } = this.parts;
    const own = written.filter(({ root }) => root === projectRoot);
    if (own.length === 0 || this.opened === undefined) return own.map(({ path }) => path);
    const blobs = await store.readAll(own.flatMap(({ next }) => next?.blob ?? []));
    for (const blob of blobs.values()) {
      if (typeof blob !== 'string') await this.opened.shadow.objects.write(blob);
    }
    for (const { path, next } of own) this.accepted.set(path, next);
    return own.map(({ path }) => path);
  }

  private undecided(difference: TreeDifference): readonly TreeDifference[] {
    const decided = this.accepted.get(difference.path);
    if (decided === undefined) return [difference];
    return sameEntry(decided, difference.proposed) ? [] : [{ ...difference, base: decided }];
  }

  /** A new one is made when the app has not looked for a while: what was taken in is given up with the old. */
  private async open({ isNew }: { readonly isNew: boolean }) {
    if (this.opened !== undefined && !isNew) return this.opened;
    const { folder, git, projectRoot } = this.parts;
    const directory = join(folder, NAME);
    const exists = (await ifExists(stat(join(directory, 'config')))) !== undefined;
    if (isNew || !exists) this.opened = await this.create(directory);
    else {
      const shadow = await Shadow.open(git, directory);
      this.opened = { shadow, scanner: new TreeScanner(shadow, projectRoot) };
    }
    return this.opened;
  }

  private async create(directory: string) {
    const { git, project, projectRoot, objects } = this.parts;
    const repository = await findRepository(git, project);
    const settings = await UserSettings.read(git);
    const leansOn = repository?.objects ?? objects;
    // Nothing is tried out in the user's folder.
    const plan = { repository, settings, facts: null, excludes: [], leansOn };
    const shadow = await Shadow.create(git, directory, plan);
    const scanner = new TreeScanner(shadow, projectRoot);
    if (repository) await adoptUserIndex(git, scanner, repository, settings);
    const notices = await scanner.absorbAll(LIMITS);
    if (notices === null) throw refuse('The project has too many files for that.');
    return { shadow, scanner };
  }
}

/** As many as can be kept; of the others only that they differ is known. */
async function withBytes(
  differences: readonly TreeDifference[],
  objects: ObjectStore,
): Promise<readonly TouchedFile[]> {
  const sizes = await objects.sizes(differences.flatMap(({ base }) => base?.blob ?? []));
  let left = GUARDED_BYTES;
  const wanted = [...sizes].flatMap(([id, size]) => {
    if (size > GUARDED_FILE_BYTES || size > left) return [];
    left -= size;
    return [id];
  });
  const blobs = await objects.readAll(wanted);
  return differences.map(({ path, base }) => {
    const found = base === null ? undefined : blobs.get(base.blob);
    const bytes = typeof found === 'string' ? undefined : found;
    return { path, mode: base?.mode ?? '', before: base === null ? null : { bytes } };
  });
}
