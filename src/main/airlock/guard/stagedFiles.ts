import { readPresent } from '#main/airlock/disk/anchoredFile';
import { blobId, type ObjectFormat } from '#main/airlock/objects/objectHash';
import { AnchoredFolder } from '#main/base/files/anchoredFolder';
import { ifExists } from '#main/base/files/ifExists';
import { type Git, splitZeros } from '#main/git/git';
import type { ObjectId } from '#shared/ids';
import { GUARDED_FILE_BYTES, GUARDED_FILES } from '../limits';

/** The number of paths that one command is asked for. */
const PATHS_AT_ONCE = 100;
const ABSENT = /^0+ /;

/** The staged version in the user's index, as `<mode> <object>`. */
export class StagedFiles {
  private readonly git: Git;
  /** Git's notation for no file. */
  private readonly none: string;

  constructor(
    git: Git,
    /** The root of the user's working tree. */
    private readonly root: string,
    private readonly format: ObjectFormat,
  ) {
    this.git = git.with({ cwd: root });
    this.none = `000000 ${'0'.repeat(format === 'sha256' ? 64 : 40)}`;
  }

  /**
   * Staged versions by path: entries that differ from the last commit, and always `others`. Null if
   * there are too many to track.
   */
  async read(others: readonly string[]): Promise<ReadonlyMap<string, string> | null> {
    const staged = new Map<string, string>();
    const parts = await this.difference();
    if (parts.length > 2 * GUARDED_FILES) return null;
    for (let at = 0; at + 1 < parts.length; at += 2) {
      const [, mode, , id, status] = (parts[at] ?? '').slice(1).split(' ');
      // While two versions conflict, nothing is staged.
      if (status !== 'U') staged.set(parts[at + 1] ?? '', `${mode} ${id}`);
    }
    const asked = others.filter((path) => !staged.has(path));
    for (const [path, value] of await this.entries(asked)) staged.set(path, value);
    return staged;
  }

  /**
   * Whether the user's own file has the same content, so that the staged version is visible there.
   */
  async isInTree(path: string, value: string): Promise<boolean> {
    const parts = path.split('/');
    const name = parts.pop() ?? '';
    const folder = await ifExists(AnchoredFolder.open(this.root, parts, { create: false })).catch(
      () => undefined,
    );
    if (folder === undefined) return ABSENT.test(value);
    try {
      const present = await readPresent(folder, name, this.format);
      if (present === null) return ABSENT.test(value);
      const [mode, id] = value.split(' ');
      if (mode !== present.version.mode) return false;
      return id === present.version.blob || id === this.withLineFeeds(present.bytes);
    } catch {
      // A file that cannot be read here cannot be compared, so it is shown.
      return false;
    } finally {
      await folder.close();
    }
  }

  /** Stages a version; null stages the one in the last commit. */
  async put(path: string, value: string | null): Promise<void> {
    const entry = value ?? (await this.inLastCommit(path)) ?? this.none;
    // A mode of zeros removes the entry.
    await this.git.run(['update-index', '-z', '--index-info'], { input: `${entry}\t${path}\0` });
  }

  /** The staged text; null if there is no file, or it is too large to show. */
  async text(path: string, value: string | null): Promise<Buffer | null> {
    const wanted = value ?? (await this.inLastCommit(path));
    const [mode, id] = wanted?.split(' ') ?? [];
    if (id === undefined || mode === '160000' || ABSENT.test(wanted ?? '')) return null;
    const size = await this.git.maybe(['cat-file', '-s', id]);
    if (size === null || Number(size) > GUARDED_FILE_BYTES) return null;
    return (await this.git.run(['cat-file', 'blob', id])).output;
  }

  private async difference(): Promise<readonly string[]> {
    const options = ['--cached', '--raw', '--no-abbrev', '--no-renames', '-z'];
    const found = await this.git.maybe(['diff-index', ...options, 'HEAD', '--']);
    if (found !== null) return splitZeros(Buffer.from(found));
    // If there is no commit yet, use the empty tree.
    const empty = (await this.git.text(['hash-object', '-t', 'tree', '--stdin'])).trim();
    return this.git.list(['diff-index', ...options, empty]);
  }

  private async entries(paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const found = new Map(paths.map((path) => [path, this.none]));
    for (let at = 0; at < paths.length; at += PATHS_AT_ONCE) {
      const asked = paths.slice(at, at + PATHS_AT_ONCE);
      const lines = await this.git.list(['ls-files', '--stage', '-z', '--', ...asked]);
      for (const line of lines) {
        const [, mode, id, path] = /^(\d+) (\w+) 0\t(.*)$/s.exec(line) ?? [];
        if (path !== undefined) found.set(path, `${mode} ${id}`);
      }
    }
    return found;
  }

  private async inLastCommit(path: string): Promise<string | null> {
    const head = await this.git.maybe(['rev-parse', '--quiet', '--verify', 'HEAD^{tree}']);
    if (head === null) return null;
    const [line] = await this.git.list(['ls-tree', '--full-tree', '-z', head, '--', path]);
    const [, mode, id] = /^(\d+) \w+ (\w+)\t/.exec(line ?? '') ?? [];
    return mode === undefined ? null : `${mode} ${id}`;
  }

  /** The object that git stores if it converts line endings. */
  private withLineFeeds(bytes: Buffer): ObjectId | null {
    if (!bytes.includes('\r\n')) return null;
    return blobId(
      Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1'),
      this.format,
    );
  }
}
