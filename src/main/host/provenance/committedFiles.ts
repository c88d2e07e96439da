import { Git } from '#main/git/git';
import { followLines, type TracedText } from '#shared/airlock/provenance/trace';
import { type CommittedLines, committedLines } from './committedLines';
import { REMEMBERED_FILES } from './limits';

interface Remembered {
  /** The current commit and notes: as long as they are the same, so is the answer. */
  readonly state: string;
  readonly lines: Promise<CommittedLines>;
}

/**
 * The authors of lines in committed files, according to the commits; remembered until the next
 * commit.
 */
export class CommittedFiles {
  private readonly known = new Map<string, Remembered>();

  /** The path is relative to the folder. */
  async lines(folder: string, path: string): Promise<CommittedLines> {
    const git = new Git('git', { cwd: folder });
    const refs = ['rev-parse', '--verify', '--quiet'];
    const state = [
      await git.maybe([...refs, 'HEAD']).catch(() => null),
      await git.maybe([...refs, 'refs/notes/airlock']).catch(() => null),
    ].join(' ');
    const place = `${folder}\0${path}`;
    const before = this.known.get(place);
    const lines = before?.state === state ? before.lines : committedLines(git, path);
    this.known.delete(place);
    this.known.set(place, { state, lines });
    const oldest = this.known.keys().next().value;
    if (this.known.size > REMEMBERED_FILES && oldest !== undefined) this.known.delete(oldest);
    const found = await lines;
    // A failed read is not remembered.
    if (found.problem !== null) this.known.delete(place);
    return found;
  }
}

/**
 * Adds the commits' origins for lines whose origin is otherwise unknown; these have numbers from
 * `first` on.
 */
export function withCommitted(
  { keys, origins }: TracedText,
  { text }: CommittedLines,
  first: number,
): TracedText {
  const committed = followLines(text, keys).origins;
  return {
    keys,
    origins: origins.map((origin, index) => {
      const number = committed[index] ?? null;
      return origin ?? (number === null ? null : first + number);
    }),
  };
}
