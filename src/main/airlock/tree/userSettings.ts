import { stat } from 'node:fs/promises';
import { devNull, homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { refuse } from '#main/airlock/disk/attempt';
import { ifExists } from '#main/base/files/ifExists';
import type { Git } from '#main/git/git';

export interface UserSetting {
  /** The name as git lists it: `section.key` or `section.Sub.section.key`. */
  readonly name: string;
  readonly value: string;
}

/** The git settings that apply in the user's repository, read with one command. */
export class UserSettings {
  private readonly last: ReadonlyMap<string, string>;

  private constructor(
    private readonly git: Git,
    private readonly root: string,
    readonly all: readonly UserSetting[],
  ) {
    this.last = new Map(all.map(({ name, value }) => [name, value]));
  }

  /** `git` is for the user's repository, whose working tree has this root. */
  static async read(git: Git, root: string = git.cwd): Promise<UserSettings> {
    const all = (await git.list(['config', '--list', '-z'])).map(parseSetting);
    const settings = new UserSettings(git, root, all);
    await settings.assertReadable('core.attributesfile');
    return settings;
  }

  /**
   * Throws unless it is a plain file: git reads it to its end, which a pipe or a device may not
   * have.
   */
  private async assertReadable(name: string): Promise<void> {
    const path = await this.path(name);
    if (path === null || path === '' || path === devNull) return;
    const status = await ifExists(stat(path));
    if (status === undefined || status.isFile()) return;
    throw refuse(`${path} is not a file, but git’s core.attributesFile names it. Change that.`);
  }

  /** The value of a setting, whose name is in lower case. The last one counts. */
  get(name: string): string | undefined {
    return this.last.get(name);
  }

  /** Whether no later setting overrides it. */
  isLast(setting: UserSetting): boolean {
    return this.all.findLast(({ name }) => name === setting.name) === setting;
  }

  isOn(name: string): boolean {
    return /^(?:true|yes|on|[1-9]\d*)$/i.test(this.get(name) ?? '');
  }

  /**
   * The value as an absolute path, even if it is relative to git's own folder or a copy; empty if
   * the setting means no file. Only git knows its own folder and those of other users.
   */
  async path(name: string): Promise<string | null> {
    const value = this.get(name);
    if (value === undefined) return null;
    if (value.startsWith('~/')) return join(homeFolder(), value.slice(2));
    if (!/^[~%]/.test(value)) return value && resolve(this.root, value);
    const path = await this.git.maybe(['config', '--null', '--type=path', '--get', name]);
    return path?.replace(/\0$/, '') ?? null;
  }
}

/** The path of a file that git reads by default. */
export function defaultFile(name: 'ignore' | 'attributes'): string {
  return join(process.env.XDG_CONFIG_HOME || join(homeFolder(), '.config'), 'git', name);
}

function homeFolder(): string {
  return process.env.HOME || homedir();
}

/** Parses a setting; a name without a value means `true`. */
function parseSetting(text: string): UserSetting {
  const end = text.indexOf('\n');
  return end < 0
    ? { name: text, value: 'true' }
    : { name: text.slice(0, end), value: text.slice(end + 1) };
}
