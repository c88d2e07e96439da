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
import type { Repository } from '#main/airlock/tree/repository';
import { Shadow } from '#main/airlock/tree/shadow';
import { sameEntry, type TreeDifference, type TreeEntry } from '#main/airlock/tree/treeDifference';
import { treeEntries } from '#main/airlock/tree/treeEntries';
import { adoptUserIndex } from '#main/airlock/tree/userIndex';
import { UserSettings } from '#main/airlock/tree/userSettings';
import { ifExists } from '#main/base/files/ifExists';
import type { Git } from '#main/git/git';
import type { ObjectId } from '#shared/ids';
import type { ChangeNotice } from '#shared/ipc/changes';

export interface UserFilesParts {
  /** The session's own folder. */
  readonly folder: string;
  /** Git for the user's project. */
  readonly git: Git;
  /** Null if the project is not in a repository. */
  findRepository(): Promise<Repository | null>;
  readonly projectRoot: string;
  /** The session's store, which has the files of a folder without a repository. */
  readonly objects: string;
}

/** A user's file that has changed. */
export interface TouchedFile {
  readonly path: string;
  readonly mode: string;
  /**
   * The earlier version; null if there was none. Without `bytes` it is too large to keep, or gone.
   */
  readonly before: { readonly bytes: Buffer | undefined } | null;
}

/** A file as a decision left it, and where its bytes are. */
interface AcceptedFile {
  readonly entry: TreeEntry | null;
  readonly store: ObjectStore;
}

/** The earlier state of a file that is different now. */
interface FormerFile extends AcceptedFile {
  readonly path: string;
}

const NAME = 'project.git';
const LIMITS = { files: PROJECT_FILES, bytes: PROJECT_BYTES };

/**
 * I25: the user's own files while an agent works in a copy with all the user's rights. It tells
 * their state when a turn began, and which of them differ. Ignored files do not count. Nothing is
 * written in the user's folder.
 */
export class UserFiles {
  private opened: { readonly shadow: Shadow; readonly scanner: TreeScanner } | undefined;
  /** Files that decisions have written since the turn began, by path. */
  private readonly accepted = new Map<string, AcceptedFile>();

  constructor(private readonly parts: UserFilesParts) {}

  /**
   * Called when a turn begins; returns the tree to compare with. Costs about as much as `git
   * status`.
   */
  async begin(): Promise<ObjectId> {
    this.accepted.clear();
    if ((this.opened?.scanner.takenBytes ?? 0) > PRUNE_BYTES) this.opened = undefined;
    const isNew = this.opened === undefined;
    const { scanner } = await this.open({ isNew });
    // A new scanner has just looked. It looks again only if it has read files, because the user may
    // have written meanwhile.
    if (!isNew || scanner.takenBytes > 0) await scanner.absorb({ inTurn: null, base: null });
    await scanner.noteUnseen({ asFolders: true });
    return scanner.tree();
  }

  /** Files that differ from that tree, except through the user's decisions. */
  async touchedSince(tree: ObjectId): Promise<readonly TouchedFile[]> {
    const { shadow, scanner } = await this.open({ isNew: false });
    const notices = await scanner.absorbSeen();
    const found = await scanner.compare(tree, await scanner.tree(), { findsMoves: false });
    const read = found.flatMap((difference) => this.undecided(difference, shadow.objects));
    const unread = await this.unread(notices, shadow, tree);
    const changed = notices.filter(({ reason }) => reason === 'changed-unseen');
    return [
      ...(await withBytes([...read, ...unread])),
      ...changed.map(({ path }) => ({ path, mode: '', before: { bytes: undefined } })),
    ];
  }

  /**
   * Paths that can no longer be read, or that are new and cannot be read: too large, too many, or a
   * pipe that replaced a file.
   */
  private async unread(
    notices: readonly ChangeNotice[],
    shadow: Shadow,
    tree: ObjectId,
  ): Promise<readonly FormerFile[]> {
    const lost = notices.find(({ reason }) => reason === 'note-lost');
    if (lost) {
      const unknown = 'what changed in your folder during the last turn is unknown';
      throw refuse(`${lost.path} cannot be read: ${unknown}.`);
    }
    const paths = notices.filter(isListable).map(({ path }) => path.replace(/\/$/, ''));
    const before = await treeEntries(shadow.git(shadow.directory), tree, paths);
    const own = { store: shadow.objects };
    return paths.map((path) => ({
      path,
      ...(this.accepted.get(path) ?? { ...own, entry: before.get(path) ?? null }),
    }));
  }

  /**
   * Records files written by decisions, which are the user's. Their bytes stay where they are,
   * because hardly any are ever needed and there may be thousands.
   */
  note(written: readonly WrittenFile[], store: ObjectStore): readonly string[] {
    const own = written.filter(({ root }) => root === this.parts.projectRoot);
    if (this.opened !== undefined) {
      for (const { path, next } of own) this.accepted.set(path, { entry: next, store });
    }
    return own.map(({ path }) => path);
  }

  private undecided(
    { path, base, proposed }: TreeDifference,
    objects: ObjectStore,
  ): readonly FormerFile[] {
    const decided = this.accepted.get(path);
    if (decided === undefined) return [{ path, entry: base, store: objects }];
    return sameEntry(decided.entry, proposed) ? [] : [{ path, ...decided }];
  }

  /**
   * Opens the scanner. A new one is created if the app has not looked for a while; the old one's
   * objects are then deleted.
   */
  private async open({ isNew }: { readonly isNew: boolean }) {
    if (this.opened !== undefined && !isNew) return this.opened;
    const { folder, git, projectRoot } = this.parts;
    const directory = join(folder, NAME);
    const exists = !isNew && (await ifExists(stat(join(directory, 'config')))) !== undefined;
    if (!exists) this.opened = await this.create(directory);
    else {
      const shadow = await Shadow.open(git, directory);
      this.opened = { shadow, scanner: new TreeScanner(shadow, projectRoot) };
    }
    return this.opened;
  }

  private async create(directory: string) {
    const { git, projectRoot, objects } = this.parts;
    const repository = await this.parts.findRepository();
    const settings = await UserSettings.read(git, repository?.root);
    const leansOn = repository?.objects ?? objects;
    // Do not test the file system in the user's folder.
    const plan = { repository, settings, facts: null, excludes: [], leansOn };
    const shadow = await Shadow.create(git, directory, plan);
    const scanner = new TreeScanner(shadow, projectRoot);
    if (repository) await adoptUserIndex(git, scanner, repository, settings);
    const notices = await scanner.absorbAll(LIMITS);
    if (notices === null) throw refuse('The project has too many files for that.');
    return { shadow, scanner };
  }
}

/**
 * Whether the path can be listed: a path that is not text cannot be named, and repositories inside
 * the project are not compared.
 */
function isListable({ reason }: ChangeNotice): boolean {
  return !['changed-unseen', 'nested-repository', 'unnameable'].includes(reason);
}

/**
 * Adds the bytes of as many files as the limits allow. For the others it is only known that they
 * differ.
 */
async function withBytes(files: readonly FormerFile[]): Promise<readonly TouchedFile[]> {
  const bytes = new Map<ObjectId, Buffer>();
  let left = GUARDED_BYTES;
  for (const store of new Set(files.map((file) => file.store))) {
    const blobs = files.flatMap(({ entry, store: own }) => (own === store && entry?.blob) || []);
    const wanted = [...(await store.sizes(blobs))].flatMap(([id, size]) => {
      if (size > GUARDED_FILE_BYTES || size > left) return [];
      left -= size;
      return [id];
    });
    for (const [id, blob] of await store.readAll(wanted)) {
      if (typeof blob !== 'string') bytes.set(id, blob);
    }
  }
  return files.map(({ path, entry }) => ({
    path,
    mode: entry?.mode ?? '',
    before: entry && { bytes: bytes.get(entry.blob) },
  }));
}
