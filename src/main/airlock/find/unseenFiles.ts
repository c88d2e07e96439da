import { z } from 'zod';
import { SideNote } from '#main/airlock/disk/sideNote';
import { UNSEEN_MARKS, UNSEEN_NAMES } from '#main/airlock/limits';
import type { ReportProblem } from '#main/base/files/keptFile';
import { type Git, splitZeros } from '#main/git/git';
import type { ChangeNotice } from '#shared/ipc/changes';
import { closedFolders } from './closedFolders';
import { fileMarks, filesBelow, isAmong, isFolder } from './fileMarks';

/** Lists a folder with no read files by its own name, which covers its content. */
const COLLAPSED = ['ls-files', '-z', '--others', '--directory', '--no-empty-directory'];

/** The note of the last turn's beginning. A name with a trailing `/` covers everything below it. */
interface Noted {
  readonly names: ReadonlySet<string>;
  /** Files among them whose versions before the turn are known, or that the agent has created. */
  readonly read: ReadonlySet<string>;
  /** The marks of the paths that are not ignored. */
  readonly marks: ReadonlyMap<string, string>;
  /** The paths that have changed since. */
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
 * files, separate repositories, and files that are unreadable, too large or too many. Their content
 * is unknown, so any change to them in the turn is reported, and no verdict affects them.
 */
export class UnseenFiles {
  private noted: Noted | null = null;
  private readonly file: SideNote<z.infer<typeof schema>>;

  /** The note is in a file, because the app may end during the turn. */
  constructor(
    private readonly git: Git,
    private readonly workTree: string,
    path: string,
    onProblem: ReportProblem,
  ) {
    this.file = new SideNote(path, schema, onProblem);
  }

  /** Whether there is a readable note of the last turn's beginning. */
  async isKnown(): Promise<boolean> {
    return this.noted !== null || typeof (await this.read()) !== 'string';
  }

  /**
   * Called when a turn begins and the index has everything that can be read. `refused` paths could
   * not be read; `read` ones among them were read after all, or are as the agent left them. With
   * `asFolders`, an unread folder is recorded only by its name. That costs far less, but changes in
   * it are not seen.
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

  /** Tests whether a path existed, unread, when the turn began. */
  async test(): Promise<(path: string) => boolean> {
    const noted = await this.read();
    // Every turn that is known begins with a note; before the first one nothing is unseen.
    if (typeof noted === 'string' || noted.names.size === 0) return () => false;
    const { names, read } = noted;
    return (path) => isAmong(names, path) && !read.has(path);
  }

  /**
   * The paths that were changed in the last turn and cannot be restored; `looks` is true while that
   * turn runs. If the note cannot be read, this is reported until the next turn writes a new one.
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
