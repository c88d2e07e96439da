import type { Git } from '#main/git/git';
import { GUARDED_FILES } from '../limits';

export interface RefList {
  /**
   * Values by name. The value of a symbolic ref such as `HEAD` is its target; the stash has one
   * line per entry.
   */
  readonly values: ReadonlyMap<string, string>;
  /** False if there are more than can be tracked. */
  readonly isComplete: boolean;
}

const OBJECT = /^[0-9a-f]{40,64}$/;
const STASH = 'refs/stash';

const FOLLOWED = ['refs/heads', STASH, 'refs/replace', 'refs/tags'];

/** The values of the user's branches, tags and stash, however git stores them. */
export class RefValues {
  constructor(
    /** Git for the user's project. */
    private readonly git: Git,
  ) {}

  /** Reads the values; known refs come first if there are too many. */
  async read(known: ReadonlySet<string>): Promise<RefList> {
    const values = new Map<string, string>();
    const format = '--format=%(objectname) %(refname) %(symref) %(HEAD)';
    const text = await this.git.text(['for-each-ref', format, ...FOLLOWED]);
    const listed = text.split('\n').map((line) => line.split(' '));
    const head = listed.find(([, , , mark]) => mark === '*')?.[1] ?? (await this.unlisted());
    if (head) values.set('HEAD', head);
    const isKnown = ([, name = '']: readonly string[]) => known.has(name);
    const inOrder = [...listed.filter(isKnown), ...listed.filter((line) => !isKnown(line))];
    for (const [value, name, target] of inOrder.slice(0, GUARDED_FILES)) {
      if (value && name) values.set(name, target || value);
    }
    const stash = values.get(STASH);
    if (stash !== undefined) values.set(STASH, (await this.stash()) || stash);
    return { values, isComplete: listed.length <= GUARDED_FILES };
  }

  /**
   * Restores a value; null if there was none. Git refuses to move or delete a ref whose value has
   * changed in the meantime.
   */
  async restore(name: string, value: string | null, present: string | null): Promise<void> {
    const from = present !== null && OBJECT.test(present) ? [present] : [];
    if (value === null) await this.git.run(['update-ref', '-d', name, ...from]);
    else if (name === STASH) await this.restoreStash(value.split('\n'));
    else if (value.startsWith('refs/')) await this.git.run(['symbolic-ref', name, value]);
    else await this.git.run(['update-ref', '--no-deref', name, value, ...from]);
  }

  /** The content of `HEAD` if it is not a branch with a commit; null if it has none. */
  private async unlisted(): Promise<string | null> {
    const branch = await this.git.maybe(['symbolic-ref', '--quiet', 'HEAD']);
    return branch ?? this.git.maybe(['rev-parse', '--verify', 'HEAD']);
  }

  /** The stash: the ref is only its newest entry; git keeps the others in the reflog. */
  private stash(): Promise<string> {
    return this.git.text(['reflog', 'show', '--format=%H %gs', STASH]);
  }

  private async restoreStash(entries: readonly string[]): Promise<void> {
    const wanted = entries.map((entry) => {
      const [id = '', ...message] = entry.split(' ');
      return { id, message: message.join(' ') };
    });
    // Checked before anything is removed: an entry without its commit could not be restored.
    for (const { id } of wanted) await this.git.run(['cat-file', '-e', `${id}^{commit}`]);
    await this.git.run(['update-ref', '-d', STASH]);
    for (const { id, message } of wanted.toReversed()) {
      const said = message === '' ? [] : ['-m', message];
      await this.git.run(['update-ref', '--create-reflog', ...said, STASH, id]);
    }
  }
}
