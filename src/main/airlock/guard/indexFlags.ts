import { lstat } from 'node:fs/promises';
import { ifExists } from '#main/base/files/ifExists';
import { type Git, joinZeros } from '#main/git/git';
import { GUARDED_FILES } from '../limits';

/** Flags in the user's index that make git ignore changes to a file. */
export class IndexFlags {
  private seen: { readonly stamp: string; readonly marks: ReadonlyMap<string, string> } | null =
    null;

  constructor(
    /** Git for the user's project. */
    private readonly git: Git,
    private readonly index: string,
  ) {}

  /** The marked files, with git's letter for how; null if there are too many to track. */
  async marks(): Promise<ReadonlyMap<string, string> | null> {
    const status = await ifExists(lstat(this.index, { bigint: true }));
    const stamp = status ? `${status.ino} ${status.size} ${status.mtimeNs} ${status.ctimeNs}` : '';
    if (this.seen?.stamp !== stamp) {
      const lines = status ? await this.git.list(['ls-files', '-v', '-z']) : [];
      const marked = lines.filter((line) => /^[a-zS] /.test(line));
      const marks = new Map(marked.map((line) => [line.slice(2), line.charAt(0)]));
      this.seen = { stamp, marks };
    }
    return this.seen.marks.size > GUARDED_FILES ? null : this.seen.marks;
  }

  /** Makes git ignore changes to this file again. */
  async mark(path: string, letter: string): Promise<void> {
    this.seen = null;
    const options = [
      ...(letter === letter.toLowerCase() ? ['--assume-unchanged'] : []),
      ...(letter.toUpperCase() === 'S' ? ['--skip-worktree'] : []),
    ];
    for (const option of options) {
      await this.git.run(['update-index', option, '-z', '--stdin'], { input: joinZeros([path]) });
    }
  }

  /** Makes git examine this file again. */
  async clear(path: string): Promise<void> {
    this.seen = null;
    for (const option of ['--no-assume-unchanged', '--no-skip-worktree']) {
      await this.git.run(['update-index', option, '-z', '--stdin'], { input: joinZeros([path]) });
    }
  }
}
