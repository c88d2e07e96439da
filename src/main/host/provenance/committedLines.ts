import { type Git, splitZeros } from '#main/git/git';
import {
  agentsInLines,
  agentsInMessage,
  type MarkedAgent,
} from '#shared/airlock/provenance/commitMarks';
import type { CommittedOrigin } from '#shared/airlock/provenance/origin';
import {
  type LineOrigin,
  lineKeys,
  type TracedText,
  UNTRACED,
} from '#shared/airlock/provenance/trace';
import { AppException } from '#shared/errors';
import type { AgentId } from '#shared/ids';
import { BLAME_MILLISECONDS, NOTE_BYTES } from './limits';

const NOTES = 'refs/notes/airlock';

/** A file as it was committed, with the agents that its commits name. */
export interface CommittedLines {
  readonly text: TracedText;
  /** The origins to which the text's indexes refer. */
  readonly origins: readonly CommittedOrigin[];
  /** What could not be read; null if nothing is missing. */
  readonly problem: string | null;
}

const NONE: CommittedLines = { text: UNTRACED, origins: [], problem: null };

interface Commit {
  readonly at: number;
  readonly message: string;
}

/**
 * The agents that helped to write the lines of a committed file, according to the trailers and
 * notes of its commits. Used if we have no record: in another clone, or after our data was deleted.
 * Only reads. The file on disk is not read, because git might run a filter for it. The path is
 * relative to git's working folder.
 */
export async function committedLines(git: Git, path: string): Promise<CommittedLines> {
  try {
    // There is no repository, no commit, or none with the file.
    const file = await git.maybe(['rev-parse', '--verify', '--quiet', `HEAD:./${path}`]);
    if (file === null) return NONE;
    const { lines, commits } = await blame(git, path);
    const { notes, problem } = await notesOf(git, commits);
    const origins: CommittedOrigin[] = [];
    const numbers = new Map<string, number>();
    for (const [commit, { at, message }] of await messagesOf(git, commits)) {
      const trailers = agentsInMessage(message);
      const agents = trailers.length > 0 ? trailers : agentsInLines(notes.get(commit) ?? '');
      if (agents.length === 0) continue;
      const says = trailers.length > 0 ? 'message' : 'note';
      numbers.set(commit, origins.length);
      origins.push({ ...originOf(agents), commit, subject: subjectOf(message), says, at });
    }
    const keys = lines.flatMap(({ text }) => lineKeys(`${text}\n`));
    const of = ({ commit }: BlamedLine): LineOrigin => numbers.get(commit) ?? null;
    return { text: { keys, origins: lines.map(of) }, origins, problem };
  } catch (error) {
    if (!(error instanceof AppException)) throw error;
    return { ...NONE, problem: error.message };
  }
}

interface BlamedLine {
  readonly commit: string;
  readonly text: string;
}

/** The lines of the committed file, and their commits. */
async function blame(git: Git, path: string) {
  const command = ['blame', '--porcelain', '-w', '-M', '--no-textconv', 'HEAD', '--', path];
  const { output } = await git.run(command, { milliseconds: BLAME_MILLISECONDS });
  const lines: BlamedLine[] = [];
  const oldest = new Set<string>();
  let commit = '';
  for (const line of output.toString('utf8').split('\n')) {
    if (line.startsWith('\t')) {
      lines.push({ commit, text: line.slice(1) });
      continue;
    }
    [, commit = commit] = /^([0-9a-f]{40,64}) \d+ \d+/.exec(line) ?? [];
    if (line === 'boundary') oldest.add(commit);
  }
  const commits = new Set(lines.map((one) => one.commit));
  // In a shallow clone, the oldest commit seems to have added everything.
  const isShallow = (await git.text(['rev-parse', '--is-shallow-repository'])) === 'true';
  if (isShallow) for (const one of oldest) commits.delete(one);
  return { lines, commits };
}

async function messagesOf(
  git: Git,
  commits: ReadonlySet<string>,
): Promise<ReadonlyMap<string, Commit>> {
  if (commits.size === 0) return new Map();
  const format = '--format=tformat:%H%x00%ct%x00%B';
  const { output } = await git.run(
    ['log', '--no-walk=unsorted', '--no-notes', '-z', '--stdin', format],
    {
      input: [...commits].map((commit) => `${commit}\n`).join(''),
      milliseconds: BLAME_MILLISECONDS,
    },
  );
  const fields = splitZeros(output);
  const found = new Map<string, Commit>();
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [commit = '', seconds = '', message = ''] = fields.slice(at, at + 3);
    found.set(commit, { at: Number(seconds) * 1_000, message });
  }
  return found;
}

/** Our notes on these commits; other people's notes are in other places. */
async function notesOf(git: Git, commits: ReadonlySet<string>) {
  const notes = new Map<string, string>();
  const none = { notes, problem: null };
  try {
    const listed = await git.text(['for-each-ref', '--format=%(objectname)', NOTES]);
    if (listed === '') return none;
    const listing = await git.text(['notes', `--ref=${NOTES}`, 'list']);
    const wanted = new Map<string, string>();
    for (const line of listing.split('\n')) {
      const [note = '', commit = ''] = line.split(' ');
      if (commits.has(commit)) wanted.set(note, commit);
    }
    const small = await smallBlobs(git, [...wanted.keys()]);
    for (const [note, text] of await contentsOf(git, small)) {
      const commit = wanted.get(note);
      if (commit !== undefined) notes.set(commit, text);
    }
    return none;
  } catch (error) {
    if (!(error instanceof AppException)) throw error;
    return { notes, problem: `The notes in ${NOTES} cannot be read. ${error.message}` };
  }
}

/** The blobs that are small enough to be our notes. */
async function smallBlobs(git: Git, ids: readonly string[]): Promise<readonly string[]> {
  if (ids.length === 0) return [];
  const format = '--batch-check=%(objectname) %(objecttype) %(objectsize)';
  const listed = await git.text(['cat-file', format], { input: `${ids.join('\n')}\n` });
  return listed.split('\n').flatMap((line) => {
    const [id = '', type, size] = line.split(' ');
    return type === 'blob' && Number(size) <= NOTE_BYTES ? [id] : [];
  });
}

async function contentsOf(git: Git, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const contents = new Map<string, string>();
  if (ids.length === 0) return contents;
  const { output } = await git.run(['cat-file', '--batch'], { input: `${ids.join('\n')}\n` });
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf('\n', at);
    const [id = '', , size] = output.toString('latin1', at, end).split(' ');
    const start = end + 1;
    const length = Number(size);
    if (end === -1 || !Number.isInteger(length)) break;
    contents.set(id, output.toString('utf8', start, start + length));
    at = start + length + 1;
  }
  return contents;
}

/**
 * The origin of a commit's lines. If it names several agents, it does not tell which of them wrote
 * which line.
 */
function originOf(
  agents: readonly MarkedAgent[],
): Pick<CommittedOrigin, 'agent' | 'model' | 'sessionId'> {
  const names = [...new Set(agents.map(({ name }) => name))].join(', ');
  const models = [...new Set(agents.flatMap(({ model }) => model ?? []))];
  const [only] = agents.length === 1 ? agents : [];
  return {
    agent: { id: names.toLowerCase() as AgentId, name: names },
    model: models.length === 0 ? null : models.join(', '),
    sessionId: only?.sessionId ?? null,
  };
}

const SUBJECT_CHARACTERS = 200;

function subjectOf(message: string): string {
  return (message.split('\n')[0] ?? '').slice(0, SUBJECT_CHARACTERS);
}
