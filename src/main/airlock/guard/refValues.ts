import type { Git } from '#main/git/git';
import { GUARDED_FILES } from '../limits';

export interface RefList {
  /** By name. What a symbolic one such as `HEAD` names counts as its value. */
  readonly values: ReadonlyMap<string, string>;
  /** False: there are more than can be followed. */
  readonly isComplete: boolean;
}

const FOLLOWED = ['refs/heads', 'refs/stash', 'refs/replace', 'refs/tags'];

/** Where the user's branches, tags and stash stand, however git keeps them. */
export class RefValues {
  constructor(
    /** At work in the user's project. */
    private readonly git: Git,
  ) {}

  /** Those that are known come first where there are too many. */
  async read(known: ReadonlySet<string>): Promise<RefList> {
    const values = new Map<string, string>();
    const head = await this.git.maybe(['symbolic-ref', '--quiet', 'HEAD']);
    const detached = head === null ? await this.git.maybe(['rev-parse', '--verify', 'HEAD']) : null;
    if (head ?? detached) values.set('HEAD', head ?? detached ?? '');
    const format = '--format=%(objectname) %(refname) %(symref)';
    const text = await this.git.text(['for-each-ref', format, ...FOLLOWED]);
    const listed = text.split('\n').map((line) => line.split(' '));
    const isKnown = ([, name = '']: readonly string[]) => known.has(name);
    const inOrder = [...listed.filter(isKnown), ...listed.filter((line) => !isKnown(line))];
    for (const [value, name, target] of inOrder.slice(0, GUARDED_FILES)) {
      if (value && name) values.set(name, target || value);
    }
    return { values, isComplete: listed.length <= GUARDED_FILES };
  }

  /** Null: there was none. */
  async restore(name: string, value: string | null): Promise<void> {
    if (value === null) await this.git.run(['update-ref', '-d', name]);
    else if (value.startsWith('refs/')) await this.git.run(['symbolic-ref', name, value]);
    else await this.git.run(['update-ref', '--no-deref', name, value]);
  }
}
