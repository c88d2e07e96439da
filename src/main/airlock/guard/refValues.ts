import type { Git } from '#main/git/git';
import { GUARDED_FILES } from '../limits';

/** Where the branches and tags of the user's repository stand, however git keeps them. */
export class RefValues {
  constructor(
    /** At work in the user's project. */
    private readonly git: Git,
  ) {}

  /** By name; what `HEAD` names counts as its value. Tags are left out where there are too many. */
  async read(): Promise<ReadonlyMap<string, string>> {
    const values = new Map<string, string>();
    const head = await this.git.maybe(['symbolic-ref', '--quiet', 'HEAD']);
    const detached = head === null ? await this.git.maybe(['rev-parse', '--verify', 'HEAD']) : null;
    if (head ?? detached) values.set('HEAD', head ?? detached ?? '');
    for (const folder of ['refs/heads', 'refs/replace', 'refs/tags']) {
      const format = '--format=%(objectname) %(refname)';
      const listed = (await this.git.text(['for-each-ref', format, folder])).split('\n');
      if (values.size + listed.length > GUARDED_FILES) continue;
      for (const line of listed) {
        const [value, name] = line.split(' ');
        if (value && name) values.set(name, value);
      }
    }
    return values;
  }

  /** Null: there was none. */
  async restore(name: string, value: string | null): Promise<void> {
    if (value === null) await this.git.run(['update-ref', '-d', name]);
    else if (value.startsWith('refs/')) await this.git.run(['symbolic-ref', name, value]);
    else await this.git.run(['update-ref', '--no-deref', name, value]);
  }
}
