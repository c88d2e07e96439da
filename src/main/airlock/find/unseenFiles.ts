import { z } from 'zod';
import { SideNote } from '#main/airlock/disk/sideNote';
import { UNSEEN_MARKS, UNSEEN_NAMES } from '#main/airlock/limits';
import type { ReportProblem } from '#main/base/files/keptFile';
import { type Git, splitZeros } from '#main/git/git';
import type { ChangeNotice } from '#shared/ipc/changes';
import { closedFolders } from './closedFolders';
import { fileMarks, filesBelow, isAmong, isFolder } from './fileMarks';

/** A folder that was not read at all covers its content. */
const COLLAPSED = ['ls-files', '-z', '--others', '--directory', '--no-empty-directory'];

/** The note taken when a turn began. A name with a `/` covers everything below it. */
interface Noted {
  readonly names: ReadonlySet<string>;
  /** Files among them whose versions before the turn are known, or that the agent has made. */
  readonly read: ReadonlySet<string>;
  /** The marks of the paths that are not ignored. */
  readonly marks: ReadonlyMap<string, string>;
  /** The paths that were seen to change since. */
  readonly changed: Set<string>;
}

const schema = z.object({
  v: z.literal(1),
  names: z.array(z.string()),
  read: z.array(z.string()).default([]),
  marks: z.array(z.tuple([z.string(), z.string()])),
  changed: z.array(z.string()),
});

/**
 * Paths that were in the project when a turn began and whose content no look had read: ignored
 * ones, those in separate repositories, those that could not be read, and what is too large or too
 * many. Their content is unknown, so any change to them in the turn is reported, and no verdict
 * touches them.
 */
export class UnseenFiles {
  private noted: Noted | null = null;
  private readonly file: SideNote<z.infer<typeof schema>>;

  /** Kept in a file, because the program may end within the turn. */
  constructor(
    private readonly git: Git,
    private readonly workTree: string,
    path: string,
    onProblem: ReportProblem,
  ) {
    this.file = new SideNote(path, schema, onProblem);
  }

  /** Whether there is a note of the turn that began last, and it can be read. */
  async isKnown(): Promise<boolean> {
    return this.noted !== null || typeof (await this.read()) !== 'string';
  }

  /**
   * A turn begins. The index has everything that can be read. These paths were refused; of those,
   * these were read nevertheless, or are as the agent left them. With `asFolders`, an unread folder
   * is recorded by its own name alone. That costs far less, but changes in it are not seen.
   */
  async note(
    refused: readonly string[],
    read: ReadonlySet<string>,
    { asFolders = false } = {},
  ): Promise<void> {
    const listed = await this.git.run(asFolders ? COLLAPSED : ['ls-files', '-z', '--others']);
    const closed = listed.said === '' ? [] : await closedFolders(this.workTree);
    const found = splitZeros(listed.output);
    const others = found.length > UNSEEN_NAMES ? await this.git.list(COLLAPSED) : found;
    const unlistable = new Set(closed);
    const isListed = (path: string) => !asFolders && isFolder(path) && !unlistable.has(path);
    const isRefused = new Set(refused);
    const names = new Set([...others, ...refused, ...closed].filter((path) => !isListed(path)));
    const isMarked = (path: string) => !isListed(path) && !(asFolders && isFolder(path));
    const marked = new Set(refused.filter(isMarked));
    for (const folder of new Set([...others, ...refused].filter(isListed))) {
      const inner = await filesBelow(this.workTree, folder, UNSEEN_NAMES - names.size);
      for (const path of inner ?? [folder]) names.add(path);
      if (isRefused.has(folder)) for (const path of inner ?? []) marked.add(path);
    }
    const paths = [...marked].filter((path) => !read.has(path)).slice(0, UNSEEN_MARKS);
    const marks = await fileMarks(this.workTree, paths);
    await this.keep({ names, read, marks, changed: new Set() });
  }

  /** Whether a path was there when the turn began, unseen. */
  async test(): Promise<(path: string) => boolean> {
    const noted = await this.read();
    // A turn that is known of begins with a note; before the first one nothing is unseen.
    if (typeof noted === 'string' || noted.names.size === 0) return () => false;
    const { names, read } = noted;
    return (path) => isAmong(names, path) && !read.has(path);
  }

  /**
   * The paths that were changed in the last turn and cannot be restored; `looks` while that turn
   * runs. If the note of them cannot be read, that is said until the next turn takes a new one.
   */
  async changes({ looks }: { readonly looks: boolean }): Promise<readonly ChangeNotice[]> {
    const noted = await this.read();
    if (noted === 'none') return [];
    if (noted === 'unknown') return [{ path: this.file.path, reason: 'note-lost' }];
    if (looks) await this.compare(noted);
    return [...noted.changed].sort().map((path) => ({ path, reason: 'changed-unseen' }) as const);
  }

  private async compare(noted: Noted): Promise<void> {
    const before = noted.changed.size;
    for (const [path, mark] of await fileMarks(this.workTree, [...noted.marks.keys()])) {
      if (noted.marks.get(path) !== mark) noted.changed.add(path);
    }
    if (noted.changed.size > before) await this.keep(noted);
  }

  private async keep(noted: Noted): Promise<void> {
    this.noted = noted;
    const { names, read, marks, changed } = noted;
    await this.file.write({
      v: 1,
      names: [...names],
      read: [...read],
      marks: [...marks],
      changed: [...changed],
    });
  }

  private async read(): Promise<Noted | 'none' | 'unknown'> {
    if (this.noted !== null) return this.noted;
    const note = await this.file.read();
    if (typeof note === 'string') return note === 'none' ? 'none' : 'unknown';
    this.noted = {
      names: new Set(note.names),
      read: new Set(note.read),
      marks: new Map(note.marks),
      changed: new Set(note.changed),
    };
    return this.noted;
  }
}
