import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { computeHunks } from '#shared/airlock/hunks';
import { mergeHunks } from '#shared/airlock/merge';
import { AppException } from '#shared/errors';
import type { ObjectId } from '#shared/ids';
import { refuse } from './attempt';
import type { Git } from './git/git';
import { ObjectStore } from './git/objectStore';
import type { Repository } from './git/repository';
import type { TreeDifference, TreeEntry } from './git/treeDifference';
import { indexEntries, treeEntries } from './git/treeEntries';
import { mapLimited } from './mapLimited';
import { decodeText, encodeText } from './textCodec';

export interface PublisherParts {
  /** At work in the user's repository. */
  readonly git: Git;
  readonly repository: Repository;
  /** Where the accepted content is kept. */
  readonly store: ObjectStore;
  /** A folder of our own for an index. */
  readonly folder: string;
}

interface Entry {
  readonly path: string;
  /** Null takes the path out. */
  readonly entry: TreeEntry | null;
}

const COMMANDS_AT_ONCE = 4;
const OPERATIONS = ['MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD', 'REBASE_HEAD'];

const UNKNOWN_USER =
  'Git does not know who you are. Run git config --global user.name "Your Name" and git config --global user.email "you@example.com", then try again.';

/** Makes commits of what was accepted, and of nothing else. Runs no hooks and signs nothing. */
export class Publisher {
  private readonly git: Git;

  constructor(private readonly parts: PublisherParts) {
    this.git = parts.git.with({ cwd: parts.repository.root });
  }

  /** On top of what is checked out. What the user has staged stays staged, and no more than that. */
  async commit(accepted: readonly TreeDifference[], message: string): Promise<ObjectId> {
    for (const operation of OPERATIONS) {
      if ((await this.git.maybe(['rev-parse', '--quiet', '--verify', operation])) !== null) {
        throw refuse('A merge or rebase is under way in the project. Finish it first.');
      }
    }
    const head = await this.git.maybe(['rev-parse', '--quiet', '--verify', 'HEAD^{commit}']);
    const parent = head as ObjectId | null;
    const entries = await this.entries(accepted, parent);
    const staged = await this.staged(entries, parent);
    const commit = await this.make(entries, parent, message);
    const before = await this.indexed(staged.map(({ path }) => path));
    await this.stage(this.git, staged);
    try {
      const zeros = '0'.repeat(commit.length);
      const subject = message.split('\n')[0] ?? '';
      await this.git.run([
        'update-ref',
        '-m',
        `commit: ${subject}`,
        'HEAD',
        commit,
        parent ?? zeros,
      ]);
    } catch (error) {
      await this.stage(this.git, before);
      throw error;
    }
    return commit;
  }

  /** A new branch on what was checked out when the session began. Nothing is checked out. */
  async branch(
    accepted: readonly TreeDifference[],
    parent: ObjectId | null,
    name: string,
    message: string,
  ): Promise<ObjectId> {
    if ((await this.git.maybe(['check-ref-format', '--branch', name])) !== name) {
      throw new AppException({ code: 'invalid-input', message: `Not a branch name: ${name}` });
    }
    const ref = `refs/heads/${name}`;
    if ((await this.git.maybe(['rev-parse', '--quiet', '--verify', ref])) !== null) {
      throw new AppException({ code: 'conflict', message: `There is a branch ${name} already.` });
    }
    const commit = await this.make(await this.entries(accepted, parent), parent, message);
    const zeros = '0'.repeat(commit.length);
    await this.git.run(['update-ref', '-m', 'branch: made by Airlock', ref, commit, zeros]);
    return commit;
  }

  private async make(
    entries: readonly Entry[],
    parent: ObjectId | null,
    message: string,
  ): Promise<ObjectId> {
    if (message.trim() === '') {
      throw new AppException({ code: 'invalid-input', message: 'The message is empty.' });
    }
    for (const person of ['GIT_AUTHOR_IDENT', 'GIT_COMMITTER_IDENT']) {
      if ((await this.git.maybe(['var', person])) === null) throw refuse(UNKNOWN_USER);
    }
    const index = join(this.parts.folder, 'publish.index');
    const own = this.git.with({ environment: { GIT_INDEX_FILE: index } });
    try {
      await own.run(parent === null ? ['read-tree', '--empty'] : ['read-tree', parent]);
      await this.stage(own, entries);
      const tree = await own.text(['write-tree']);
      if (parent !== null && tree === (await own.text(['rev-parse', `${parent}^{tree}`]))) {
        throw refuse('Nothing that was accepted is left to commit.');
      }
      const parents = parent === null ? [] : ['-p', parent];
      const input = `${message.trimEnd()}\n`;
      return (await own.text(['commit-tree', ...parents, '-F', '-', tree], { input })) as ObjectId;
    } finally {
      await rm(index, { force: true });
    }
  }

  private async stage(git: Git, entries: readonly Entry[]): Promise<void> {
    const zeros = '0'.repeat(this.parts.repository.format === 'sha256' ? 64 : 40);
    const input = entries
      .map(({ path, entry }) => `${entry?.mode ?? '0'} ${entry?.blob ?? zeros}\t${path}\0`)
      .join('');
    if (input !== '') await git.run(['update-index', '-z', '--index-info'], { input });
  }

  /** The accepted changes on the parent's versions of the files. */
  private async entries(
    accepted: readonly TreeDifference[],
    parent: ObjectId | null,
  ): Promise<readonly Entry[]> {
    const paths = accepted.map(({ path }) => path);
    const present = parent === null ? new Map() : await treeEntries(this.git, parent, paths);
    if (parent !== null) await this.assertOutsideOfSubmodules(parent, paths);
    return mapLimited(COMMANDS_AT_ONCE, accepted, async ({ path, base, proposed }) => {
      const from = await this.cleaned(path, base);
      const to = await this.cleaned(path, proposed);
      return { path, entry: await this.merged(path, from, present.get(path) ?? null, to) };
    });
  }

  /** What the index should hold afterwards, so that no more and no less is staged than before. */
  private async staged(
    entries: readonly Entry[],
    parent: ObjectId | null,
  ): Promise<readonly Entry[]> {
    const paths = entries.map(({ path }) => path);
    const present = await indexEntries(this.git, paths);
    const old = parent === null ? new Map() : await treeEntries(this.git, parent, paths);
    return mapLimited(COMMANDS_AT_ONCE, entries, async ({ path, entry }) => {
      const now = present.get(path) ?? null;
      return { path, entry: await this.merged(path, old.get(path) ?? null, now, entry) };
    });
  }

  private async indexed(paths: readonly string[]): Promise<readonly Entry[]> {
    const present = await indexEntries(this.git, paths);
    return paths.map((path) => ({ path, entry: present.get(path) ?? null }));
  }

  private async merged(
    path: string,
    from: TreeEntry | null,
    present: TreeEntry | null,
    to: TreeEntry | null,
  ): Promise<TreeEntry | null> {
    if (isSame(present, from)) return to;
    if (isSame(present, to)) return present;
    const texts = await this.texts(from, present, to);
    if (texts === null) throw overlaps(path);
    const [base, target, proposed] = texts;
    const merge = mergeHunks(base.text, target.text, computeHunks(base.text, proposed.text));
    if (merge.hunks.some(({ outcome }) => outcome === 'conflict')) throw overlaps(path);
    const input = encodeText({ text: merge.text, encoding: target.encoding });
    const blob = await this.git.text(['hash-object', '-w', '--no-filters', '--stdin'], { input });
    return { mode: to?.mode ?? '100644', blob: blob as ObjectId };
  }

  private async texts(...entries: readonly (TreeEntry | null)[]) {
    const files = entries.filter((entry) => entry !== null);
    if (files.length < entries.length || files.some(({ mode }) => !mode.startsWith('100')))
      return null;
    const store = new ObjectStore(this.git, '', this.parts.repository.format);
    const blobs = await store.readAll(files.map(({ blob }) => blob));
    const texts = files.map(({ blob }) => decodeText(blobs.get(blob) ?? Buffer.alloc(0)));
    const [base, target, proposed] = texts;
    return base && target && proposed ? ([base, target, proposed] as const) : null;
  }

  /** As the user's git would keep it, with filters and line endings as they are configured. */
  private async cleaned(path: string, entry: TreeEntry | null): Promise<TreeEntry | null> {
    if (entry === null) return null;
    const input = await this.parts.store.read(entry.blob);
    const filters = entry.mode === '120000' ? '--no-filters' : `--path=${path}`;
    const blob = await this.git.text(['hash-object', '-w', filters, '--stdin'], { input });
    return { mode: entry.mode, blob: blob as ObjectId };
  }

  private async assertOutsideOfSubmodules(tree: ObjectId, paths: readonly string[]): Promise<void> {
    const folders = new Set(
      paths.flatMap((path) => {
        const parts = path.split('/').slice(0, -1);
        return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
      }),
    );
    const found = await treeEntries(this.git, tree, [...folders]);
    for (const [path, { mode }] of found) {
      if (mode === '160000') throw refuse(`${path} is a repository of its own: commit there.`);
    }
  }
}

function isSame(left: TreeEntry | null, right: TreeEntry | null): boolean {
  return left?.blob === right?.blob && left?.mode === right?.mode;
}

function overlaps(path: string): AppException {
  return new AppException({
    code: 'conflict',
    message: `${path} has other changes in the same place that are not committed.`,
  });
}
