import { lstat, readdir, realpath } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { attempt } from '#main/airlock/disk/attempt';
import { ifExists } from '#main/base/files/ifExists';
import { foldName } from '#shared/airlock/foldName';
import type { SelfArmingTest } from '#shared/airlock/selfArming';
import type { RepositoryFacts } from './gitFacts';
import { namedFiles, runsCode } from './namedFiles';

/** Folders whose links are read: those in which programs look for such files. */
const PLACES = ['', '.github'];
/** More entries than a project has at its top. */
const MOST_LINKS = 1_000;

export interface NamedArmingParts {
  /** The root of the user's own files. */
  readonly root: string;
  /** Another function once the settings say something else. */
  table(): SelfArmingTest;
  /** Null if the project is in none. */
  findRepository(): Promise<RepositoryFacts | null>;
}

/**
 * Files of the project that can run code, also where not their own name says so, but the configuration of the user's
 * repository or a link: git runs a hook from any folder that it names, and an editor reads its settings through a
 * link. What was named once counts until the session is closed, since an agent in place can write to both.
 */
export class NamedArming {
  private readonly named = new Map<string, string>();
  private stamp = '';
  private known: { readonly table: SelfArmingTest; readonly test: SelfArmingTest } | null = null;

  constructor(private readonly parts: NamedArmingParts) {}

  /** Another function once there is something else to say. */
  current(): SelfArmingTest {
    const table = this.parts.table();
    if (this.named.size === 0) return table;
    if (this.known?.table !== table) {
      this.known = { table, test: (path) => table(path) ?? this.reasonOf(path) };
    }
    return this.known.test;
  }

  /** True if there is something else to say. What cannot be read names nothing new. */
  async refresh(): Promise<boolean> {
    const before = this.named.size;
    await attempt('The project', () => this.readLinks());
    await attempt('The repository', () => this.readConfiguration());
    if (this.named.size === before) return false;
    this.known = null;
    return true;
  }

  /** Only if it was written since. */
  private async readConfiguration(): Promise<void> {
    const repository = await this.parts.findRepository();
    if (repository === null) return;
    const stamp = await stampOf(repository.folder);
    if (stamp === this.stamp) return;
    for (const { place, path, reason } of (await namedFiles(repository)).filter(runsCode)) {
      if (place === 'project') this.named.set(folded(path), reason);
    }
    this.stamp = stamp;
  }

  private async readLinks(): Promise<void> {
    const { root } = this.parts;
    const table = this.parts.table();
    for (const place of PLACES) {
      const entries = (await ifExists(readdir(join(root, place), { withFileTypes: true }))) ?? [];
      const links = entries.filter((entry) => entry.isSymbolicLink()).slice(0, MOST_LINKS);
      for (const { name } of links) {
        const link = place === '' ? name : `${place}/${name}`;
        const reason = table(link) ?? table(`${link}/x`);
        const target = reason === null ? undefined : await ifExists(realpath(join(root, link)));
        const way = target === undefined ? '' : relative(root, target);
        const isInside = way !== '' && !way.startsWith('..') && !isAbsolute(way);
        if (!isInside) continue;
        this.named.set(folded(way.split(sep).join('/')), `${link} is a link to it. ${reason}`);
      }
    }
  }

  /** Names the file itself, or a folder that it is in. */
  private reasonOf(path: string): string | null {
    let way = folded(path);
    for (;;) {
      const reason = this.named.get(way);
      if (reason !== undefined) return reason;
      const end = way.lastIndexOf('/');
      if (end === -1) return null;
      way = way.slice(0, end);
    }
  }
}

function folded(path: string): string {
  return path.split('/').map(foldName).join('/');
}

async function stampOf(folder: string): Promise<string> {
  const stamps = ['config', 'config.worktree'].map((name) =>
    lstat(join(folder, name), { bigint: true }).then(
      ({ ino, size, mtimeNs, ctimeNs }) => `${ino} ${size} ${mtimeNs} ${ctimeNs}`,
      () => 'none',
    ),
  );
  return (await Promise.all(stamps)).join();
}
