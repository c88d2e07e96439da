import { lstat, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { refuse } from '#main/airlock/disk/attempt';
import { mapLimited } from '#main/airlock/disk/mapLimited';
import { decodeText, encodeText } from '#main/airlock/ledger/textCodec';
import { blobId } from '#main/airlock/objects/objectHash';
import { intact, ObjectStore } from '#main/airlock/objects/objectStore';
import { readFilters } from '#main/airlock/tree/conversions';
import type { GuardedRepository } from '#main/airlock/tree/guardedRepository';
import type { IndexEntry } from '#main/airlock/tree/indexLine';
import type { Repository } from '#main/airlock/tree/repository';
import {
  parseDifferences,
  type TreeDifference,
  type TreeEntry,
} from '#main/airlock/tree/treeDifference';
import { indexEntries, treeEntries, UNMERGED } from '#main/airlock/tree/treeEntries';
import { ifExists } from '#main/base/files/ifExists';
import type { ReportProblem } from '#main/base/files/keptFile';
import { type Git, splitZeros } from '#main/git/git';
import { mergeHunks } from '#shared/airlock/diff/merge';
import { computeHunks } from '#shared/airlock/hunks';
import { AppException } from '#shared/errors';
import type { ObjectId } from '#shared/ids';
import { isSame, StagedWork, stage } from './stagedWork';

export interface PublisherParts {
  /** Git for the user's repository. */
  readonly git: Git;
  readonly repository: Repository;
  /** The same repository, with no way to run programs from it. */
  readonly guarded: GuardedRepository;
  /** The store with the accepted content. */
  readonly store: ObjectStore;
  /** Our own folder for an index. */
  readonly folder: string;
  readonly onProblem: ReportProblem;
}

const INDEX = 'publish.index';
const COMMANDS_AT_ONCE = 4;
const OPERATIONS = ['MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD', 'REBASE_HEAD'];
/** Git keeps these folders while a rebase runs or patches are applied, even between two commits. */
const OPERATION_FOLDERS = ['rebase-merge', 'rebase-apply'];

const UNKNOWN_USER =
  'Git does not know who you are. Run git config --global user.name "Your Name" and git config --global user.email "you@example.com", then try again.';

/** Makes commits of accepted changes only. Runs no hooks and signs nothing. */
export class Publisher {
  /**
   * Git with the user's index, which tells what is checked out and staged. Git converts and creates
   * nothing through it.
   */
  private readonly git: Git;
  /** Git that creates blobs, trees and commits. */
  private readonly own: Git;
  private readonly stagedWork: StagedWork;

  constructor(private readonly parts: PublisherParts) {
    const { root } = parts.repository;
    this.git = parts.git.with({ cwd: root });
    this.own = parts.guarded.git(root, join(parts.folder, INDEX));
    const { folder, onProblem } = parts;
    const { format } = parts.repository;
    this.stagedWork = new StagedWork({ git: this.git, format, folder, onProblem });
  }

  /** Commits on top of the checked-out commit. Only what the user has staged stays staged. */
  async commit(accepted: readonly TreeDifference[], message: string): Promise<ObjectId> {
    await this.removeIndex();
    await this.stagedWork.takeBack();
    await this.assertNoOperation();
    const head = await this.git.maybe(['rev-parse', '--quiet', '--verify', 'HEAD^{commit}']);
    const parent = head as ObjectId | null;
    const entries = await this.entries(accepted, parent);
    const staged = await this.staged(entries, parent);
    const commit = await this.make(entries, parent, message);
    try {
      await this.stagedWork.begin(staged, parent);
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
      await this.stagedWork.takeBack();
      throw error;
    }
    await this.stagedWork.done();
    return commit;
  }

  private async assertNoOperation(): Promise<void> {
    const refs = OPERATIONS.map((ref) => this.git.maybe(['rev-parse', '--quiet', '--verify', ref]));
    const folders = OPERATION_FOLDERS.map(async (name) => {
      const path = await this.git.path(['rev-parse', '--git-path', name]);
      return ifExists(lstat(resolve(this.git.cwd, path)));
    });
    const found = await Promise.all([...refs, ...folders]);
    if (found.some(Boolean)) {
      throw refuse('A merge or rebase is in progress in the project. Finish it first.');
    }
  }

  /**
   * Creates a branch on the commit that was checked out when the session began. Nothing is checked
   * out.
   */
  async branch(
    accepted: readonly TreeDifference[],
    parent: ObjectId | null,
    name: string,
    message: string,
  ): Promise<ObjectId> {
    await this.removeIndex();
    if ((await this.git.maybe(['check-ref-format', '--branch', name])) !== name) {
      throw new AppException({ code: 'invalid-input', message: `Not a branch name: ${name}` });
    }
    const ref = `refs/heads/${name}`;
    if ((await this.git.maybe(['rev-parse', '--quiet', '--verify', ref])) !== null) {
      throw new AppException({ code: 'conflict', message: `The branch ${name} already exists.` });
    }
    if (parent !== null && !(await this.isThere(parent))) throw startIsGone();
    const commit = await this.make(await this.entries(accepted, parent), parent, message);
    const zeros = '0'.repeat(commit.length);
    await this.git.run(['update-ref', '-m', 'branch: made by Airlock', ref, commit, zeros]);
    return commit;
  }

  private async isThere(commit: ObjectId): Promise<boolean> {
    const found = ['rev-parse', '--quiet', '--verify', `${commit}^{commit}`];
    return (await this.git.maybe(found)) !== null;
  }

  private async make(
    entries: readonly IndexEntry[],
    parent: ObjectId | null,
    message: string,
  ): Promise<ObjectId> {
    if (message.trim() === '') {
      throw new AppException({ code: 'invalid-input', message: 'The message is empty.' });
    }
    const own = this.own.with({ environment: await this.people() });
    try {
      await own.run(parent === null ? ['read-tree', '--empty'] : ['read-tree', parent]);
      await stage(own, entries, this.parts.repository.format);
      const tree = await own.text(['write-tree', '--missing-ok']);
      if (parent !== null && tree === (await own.text(['rev-parse', `${parent}^{tree}`]))) {
        throw refuse('There are no accepted changes left to commit.');
      }
      const parents = parent === null ? [] : ['-p', parent];
      const input = `${message.trimEnd()}\n`;
      const made = await own.text(['commit-tree', ...parents, '-F', '-', tree], { input });
      await this.assertAsAccepted(made as ObjectId, parent, entries);
      return made as ObjectId;
    } finally {
      await this.removeIndex();
    }
  }

  /** Also removes the lock of a killed git process, because nobody else uses this index. */
  private async removeIndex(): Promise<void> {
    for (const name of [INDEX, `${INDEX}.lock`]) {
      await rm(join(this.parts.folder, name), { force: true });
    }
  }

  /**
   * The user's name and email from their git configuration, because our own git folder has none.
   */
  private async people(): Promise<Readonly<Record<string, string>>> {
    const variables: Record<string, string> = {};
    for (const role of ['AUTHOR', 'COMMITTER']) {
      const identity = await this.git.maybe(['var', `GIT_${role}_IDENT`]);
      const [, name, email, date] = /^(.*) <([^>]*)> (\d+ [+-]\d+)$/.exec(identity ?? '') ?? [];
      if (!name || email === undefined || date === undefined) throw refuse(UNKNOWN_USER);
      variables[`GIT_${role}_NAME`] = name;
      variables[`GIT_${role}_EMAIL`] = email;
      variables[`GIT_${role}_DATE`] = date;
    }
    return variables;
  }

  /**
   * Throws unless the commit differs from its parent only in what was accepted. It is read from
   * disk after it was made, because other programs can write to the same repository.
   */
  private async assertAsAccepted(
    commit: ObjectId,
    parent: ObjectId | null,
    entries: readonly IndexEntry[],
  ): Promise<void> {
    const wanted = new Map(entries.map(({ path, entry }) => [path, entry]));
    const empty = () =>
      this.own.text(['hash-object', '-t', 'tree', '-w', '--stdin'], { input: '' });
    const base = parent ?? (await empty());
    const command = ['diff-tree', '-r', '-z', '--raw', '--no-renames', '--ignore-submodules=none'];
    const { output } = await this.own.run([...command, base, commit]);
    const found = parseDifferences(splitZeros(output));
    const isWanted = found.every(({ path, proposed }) => {
      const entry = wanted.get(path);
      return entry !== undefined && isSame(entry, proposed);
    });
    const present = await treeEntries(this.own, commit, [...wanted.keys()]);
    const isWhole = entries.every(({ path, entry }) => isSame(present.get(path) ?? null, entry));
    const store = new ObjectStore(this.own, '', this.parts.repository.format);
    if (!isWanted || !isWhole) throw differs();
    await mapLimited(COMMANDS_AT_ONCE, [...present], ([path, { blob }]) => store.read(blob, path));
  }

  /** The accepted changes, applied to the parent's versions of the files. */
  private async entries(
    accepted: readonly TreeDifference[],
    parent: ObjectId | null,
  ): Promise<readonly IndexEntry[]> {
    const paths = accepted.map(({ path }) => path);
    const present = parent === null ? new Map() : await treeEntries(this.own, parent, paths);
    if (parent !== null) await this.assertOutsideOfSubmodules(parent, paths);
    await this.assertUnfiltered(paths);
    return mapLimited(COMMANDS_AT_ONCE, accepted, async ({ path, base, proposed }) => {
      const from = await this.cleaned(path, base);
      const to = await this.cleaned(path, proposed);
      const target = present.get(path) ?? null;
      return { path, entry: await this.merged(path, from, target, to, differsBefore) };
    });
  }

  /** The later content of the index. It stages exactly what was staged before. */
  private async staged(
    entries: readonly IndexEntry[],
    parent: ObjectId | null,
  ): Promise<readonly IndexEntry[]> {
    const paths = entries.map(({ path }) => path);
    const present = await indexEntries(this.git, paths);
    const old = parent === null ? new Map() : await treeEntries(this.own, parent, paths);
    return mapLimited(COMMANDS_AT_ONCE, entries, async ({ path, entry }) => {
      const now = present.get(path) ?? null;
      const before = old.get(path) ?? null;
      return { path, entry: await this.merged(path, before, now, entry, differsStaged) };
    });
  }

  private async merged(
    path: string,
    from: TreeEntry | null,
    present: TreeEntry | null,
    to: TreeEntry | null,
    overlaps: (path: string, present: TreeEntry | null) => AppException,
  ): Promise<TreeEntry | null> {
    if (present?.mode === UNMERGED) throw overlaps(path, present);
    if (isSame(present, from)) return to;
    if (isSame(present, to)) return present;
    // A mode that the accepted change does not alter stays unchanged, like text.
    const mode = present && from?.mode === to?.mode ? present.mode : (to?.mode ?? '100644');
    if (to !== null && present !== null && present.blob === from?.blob) return { ...to, mode };
    const texts = await this.texts(path, from, present, to);
    if (texts === null) throw overlaps(path, present);
    const [base, target, proposed] = texts;
    const merge = mergeHunks(base.text, target.text, computeHunks(base.text, proposed.text));
    if (merge.hunks.some(({ outcome }) => outcome === 'conflict')) throw overlaps(path, present);
    const input = encodeText({ text: merge.text, encoding: target.encoding });
    const blob = await this.own.text(['hash-object', '-w', '--no-filters', '--stdin'], { input });
    if (blob !== blobId(input, this.parts.repository.format)) throw differs();
    return { mode, blob: blob as ObjectId };
  }

  private async texts(path: string, ...entries: readonly (TreeEntry | null)[]) {
    const files = entries.filter((entry) => entry !== null);
    if (files.length < entries.length || files.some(({ mode }) => !mode.startsWith('100')))
      return null;
    const store = new ObjectStore(this.own, '', this.parts.repository.format);
    const blobs = await store.readAll(files.map(({ blob }) => blob));
    const texts = files.map(({ blob }) => decodeText(intact(blobs.get(blob), path)));
    const [base, target, proposed] = texts;
    return base && target && proposed ? ([base, target, proposed] as const) : null;
  }

  /**
   * The content as the user's git would store it, with only the configured line endings converted.
   */
  private async cleaned(path: string, entry: TreeEntry | null): Promise<TreeEntry | null> {
    if (entry === null) return null;
    const { format } = this.parts.repository;
    const input = await this.parts.store.read(entry.blob, path);
    const conversion = entry.mode === '120000' ? '--no-filters' : `--path=${path}`;
    const blob = await this.own.text(['hash-object', '-w', conversion, '--stdin'], { input });
    if (blob !== blobId(input, format)) {
      const stored = await new ObjectStore(this.own, '', format).read(blob as ObjectId, path);
      if (!saysTheSame(input, stored)) throw differs(path);
    }
    return { mode: entry.mode, blob: blob as ObjectId };
  }

  /**
   * Throws if a file needs a filter. A filter that does not run leaves a file unchanged, which git
   * allows unless the filter is required: then the repository must contain only the filter's
   * output, such as an encrypted file.
   */
  private async assertUnfiltered(paths: readonly string[]): Promise<void> {
    const filters = await readFilters(this.own, paths);
    for (const [path, name] of filters) {
      const required = ['config', '--type=bool', '--get', `filter.${name}.required`];
      if ((await this.git.maybe(required)) !== 'true') continue;
      throw refuse(
        `${path} uses the git filter “${name}”, which Airlock does not run. The accepted text is in your files: commit ${path} yourself with git.`,
      );
    }
  }

  private async assertOutsideOfSubmodules(tree: ObjectId, paths: readonly string[]): Promise<void> {
    const folders = new Set(
      paths.flatMap((path) => {
        const parts = path.split('/').slice(0, -1);
        return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
      }),
    );
    const found = await treeEntries(this.own, tree, [...folders]);
    for (const [path, { mode }] of found) {
      if (mode === '160000') throw refuse(`${path} is a separate repository: commit there.`);
    }
  }
}

/** Whether both have the same text. Line endings and the encoding may differ. */
function saysTheSame(accepted: Buffer, stored: Buffer): boolean {
  const [seen, kept] = [decodeText(accepted)?.text, decodeText(stored)?.text];
  if (seen === undefined || kept === undefined) return false;
  return kept === seen || kept === seen.replaceAll('\r\n', '\n');
}

function differs(path?: string): AppException {
  const what = path === undefined ? 'What git would commit' : `What git would commit of ${path}`;
  const message = `${what} is not what you accepted, so nothing was committed. Check the project’s .gitattributes and try again.`;
  return new AppException({ code: 'conflict', message });
}

/**
 * The error for a file that differs in the commit, through an edit that the user has committed
 * since, or that was not committed when the session began.
 */
function differsBefore(path: string, before: TreeEntry | null): AppException {
  const why =
    before === null
      ? `${path} is not in the commit before this one, so that its accepted changes cannot be committed alone.`
      : `${path} differs in the same place in the commit before this one.`;
  const message = `${why} Commit ${path} yourself with git.`;
  return new AppException({ code: 'conflict', message });
}

function differsStaged(path: string, staged: TreeEntry | null): AppException {
  const message =
    staged?.mode === UNMERGED
      ? `${path} has a merge conflict in your project. Resolve it with git and try again.`
      : `What you have staged of ${path} is different in the same place. Commit or unstage it and try again.`;
  return new AppException({ code: 'conflict', message });
}

/**
 * The error if the session's first commit is gone: the user has amended or rebased it, and their
 * git has pruned it since.
 */
function startIsGone(): AppException {
  const message =
    'The commit that this session began from is no longer in your repository. Commit the accepted changes to the branch that you have checked out.';
  return new AppException({ code: 'conflict', message });
}
