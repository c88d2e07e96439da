import { lstat, readdir, realpath } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { attempt } from '#main/airlock/disk/attempt';
import { ifExists } from '#main/base/files/ifExists';
import { foldName } from '#shared/airlock/foldName';
import type { SelfArmingTest } from '#shared/airlock/selfArming';
import type { RepositoryFacts } from './gitFacts';
import { namedFiles, runsCode } from './namedFiles';

/** Folders whose links are read, because programs look for such files there. */
const PLACES = ['', '.github'];
/** The limit of links; no project has more entries at its top. */
const MOST_LINKS = 1_000;

export interface NamedArmingParts {
  /** The root of the user's own files. */
  readonly root: string;
  /** The user's table of files; a new function when the settings have changed. */
  table(): SelfArmingTest;
  /** Null if the project is not in a repository. */
  findRepository(): Promise<RepositoryFacts | null>;
}

/**
 * Files of the project that can run code, even if not their own name says so but the configuration
 * of the user's repository or a link: git runs a hook from any folder that the configuration names,
 * and an editor reads its settings through a link. A file named once counts until the session is
 * closed, because an agent in place can write to both.
 */
export class NamedArming {
  private readonly named = new Map<string, string>();
  private stamp = '';
  private known: { readonly table: SelfArmingTest; readonly test: SelfArmingTest } | null = null;

  constructor(private readonly parts: NamedArmingParts) {}

  /** The current test; a new function when the result has changed. */
  current(): SelfArmingTest {
    const table = this.parts.table();
    if (this.named.size === 0) return table;
    if (this.known?.table !== table) {
      this.known = { table, test: (path) => table(path) ?? this.reasonOf(path) };
    }
    return this.known.test;
  }

  /** True if the result has changed. Files that cannot be read name nothing new. */
  async refresh(): Promise<boolean> {
    const before = this.named.size;
    await attempt('The project', () => this.readLinks());
    await attempt('The repository', () => this.readConfiguration());
    if (this.named.size === before) return false;
    this.known = null;
    return true;
  }

  /** Reads the configuration only if it was written since. */
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

  /** The reason for the file itself, or for one of its parent folders. */
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
