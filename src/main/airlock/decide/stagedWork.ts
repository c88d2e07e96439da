import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { SideNote } from '#main/airlock/disk/sideNote';
import type { ObjectFormat } from '#main/airlock/objects/objectHash';
import { coverFiles, hiddenFiles } from '#main/airlock/tree/hiddenFiles';
import { type IndexEntry, indexLine } from '#main/airlock/tree/indexLine';
import type { TreeEntry } from '#main/airlock/tree/treeDifference';
import { indexEntries } from '#main/airlock/tree/treeEntries';
import type { ReportProblem } from '#main/base/files/keptFile';
import type { Git } from '#main/git/git';
import type { ObjectId } from '#shared/ids';

/** The file in the session's own folder while a commit is made. */
export const STAGED_FILE = 'staged.json';

const objectId = z.custom<ObjectId>(
  (value) => typeof value === 'string' && /^[0-9a-f]{40,64}$/.test(value),
);
const entry = z.object({ mode: z.string(), blob: objectId }).nullable();
const schema = z.object({
  v: z.literal(1),
  /** The commit and branch that were checked out. */
  parent: objectId.nullable(),
  files: z.array(
    z.object({
      path: z.string(),
      before: entry,
      after: entry,
      /** Git's letter for ignoring changes to the file; absent if git does not ignore them. */
      mark: z.string().exactOptional(),
    }),
  ),
});

export interface StagedWorkParts {
  /** Git for the root of the user's repository. */
  readonly git: Git;
  readonly format: ObjectFormat;
  /** The session's own folder. */
  readonly folder: string;
  readonly onProblem: ReportProblem;
}

/**
 * The files that a commit of accepted work stages in the user's index just before their branch
 * moves. They are recorded first. If a kill leaves them staged, they are unstaged again, unless the
 * user has changed them since.
 */
export class StagedWork {
  private readonly note: SideNote<z.infer<typeof schema>>;

  constructor(private readonly parts: StagedWorkParts) {
    this.note = new SideNote(join(parts.folder, STAGED_FILE), schema, parts.onProblem);
  }

  async begin(entries: readonly IndexEntry[], parent: ObjectId | null): Promise<void> {
    const { git, format } = this.parts;
    const paths = entries.map(({ path }) => path);
    const present = await indexEntries(git, paths);
    const hidden = await hiddenFiles(git, paths);
    const marks = new Map(hidden.map(({ path, mark }) => [path, mark]));
    const files = entries.map(({ path, entry: after }) => {
      const mark = marks.get(path);
      return {
        path,
        before: present.get(path) ?? null,
        after,
        ...(mark !== undefined && { mark }),
      };
    });
    await this.note.write({ v: 1, parent, files });
    await stage(git, entries, format);
    const kept = new Set(entries.flatMap(({ path, entry }) => (entry === null ? [] : [path])));
    await coverFiles(
      git,
      hidden.filter(({ path }) => kept.has(path)),
    );
  }

  /** Called when the branch has moved. */
  async done(): Promise<void> {
    await rm(this.note.path, { force: true });
  }

  /** Unstages what is still staged, if the same commit is checked out as before. */
  async takeBack(): Promise<void> {
    const noted = await this.note.read();
    // An unreadable record has been reported, and stays until the next commit sets it aside.
    if (typeof noted === 'string') return;
    const { git, format } = this.parts;
    const { parent, files } = noted;
    const head = await git.maybe(['rev-parse', '--quiet', '--verify', 'HEAD^{commit}']);
    // Git cannot tell now; keep the record for the next attempt.
    if (head === null && parent !== null) return;
    if (head === parent) {
      const paths = files.map(({ path }) => path);
      const present = await indexEntries(git, paths);
      const left = files.filter(({ path, after }) => isSame(present.get(path) ?? null, after));
      const before = left.map((file) => ({ path: file.path, entry: file.before }));
      await stage(git, before, format);
      const hidden = left.flatMap(({ path, mark }) => (mark === undefined ? [] : [{ path, mark }]));
      await coverFiles(git, hidden);
    }
    await this.done();
  }
}

export async function stage(
  git: Git,
  entries: readonly IndexEntry[],
  format: ObjectFormat,
): Promise<void> {
  const input = entries.map((one) => indexLine(one, format)).join('');
  if (input !== '') await git.run(['update-index', '-z', '--index-info'], { input });
}

export function isSame(left: TreeEntry | null, right: TreeEntry | null): boolean {
  return left?.blob === right?.blob && left?.mode === right?.mode;
}
