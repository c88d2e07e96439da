import { onUnexpectedError } from '#main/base/unexpected';
import { fail, type Result } from '#shared/errors';
import type { RequestInput, RequestName } from '#shared/ipc/contract';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Requests that are answered from memory or from a few files. */
const USUAL = 30 * SECOND;
/** Requests that copy, compare or commit a project of any size, or wait for an index of all transcripts. */
const WHOLE_PROJECT = 15 * MINUTE;
/** Requests that start an agent, which may be downloaded first, and wait for its answer. */
const STARTS_AGENT = 10 * MINUTE;

/** Requests that download programs of any size, with a way to cancel. */
const DOWNLOAD = 60 * MINUTE;

/** The deadline; null if the request ends with a user's action. */
type Deadline<K extends RequestName> = number | null | ((input: RequestInput<K>) => number | null);

/** Requests that may take longer than usual, and why. */
const deadlines: { readonly [K in RequestName]?: Deadline<K> } = {
  'app.pickFolder': null,
  'sessions.export': null,
  'inspector.export': null,
  /** A login ends in a browser. Other commands may first open the session or create its copy. */
  'sessions.command': ({ command }) =>
    command.type === 'authentication.start' ? null : WHOLE_PROJECT,
  'sessions.search': WHOLE_PROJECT,
  'sessions.finishIndex': WHOLE_PROJECT,
  'sessions.create': WHOLE_PROJECT,
  'sessions.allowPath': WHOLE_PROJECT,
  'sessions.takeBackPath': WHOLE_PROJECT,
  'sessions.fork': WHOLE_PROJECT,
  'sessions.import': WHOLE_PROJECT,
  'sessions.remote': STARTS_AGENT,
  /** An installation ends with its download, which is cancelled if it stalls. */
  'agents.install': DOWNLOAD,
  /** The test itself gives up earlier. */
  'mcp.test': 5 * MINUTE,
  /** The check itself gives up if the server does not answer. */
  'updates.check': MINUTE,
  'sessions.delete': 5 * MINUTE,
  'storage.restore': WHOLE_PROJECT,
  'storage.empty': WHOLE_PROJECT,
  'checks.state': WHOLE_PROJECT,
  /** A check has no time limit, but can be cancelled. */
  'checks.run': null,
  'compare.scores': WHOLE_PROJECT,
  'compare.keys': WHOLE_PROJECT,
  'compare.conflicts': WHOLE_PROJECT,
  'compare.compose': WHOLE_PROJECT,
  'refresh.run': WHOLE_PROJECT,
  'refresh.undo': WHOLE_PROJECT,
  'refresh.dismiss': WHOLE_PROJECT,
  'provenance.file': WHOLE_PROJECT,
  'provenance.change': WHOLE_PROJECT,
  'provenance.revert': WHOLE_PROJECT,
  'deliver.facts': WHOLE_PROJECT,
  'changes.list': WHOLE_PROJECT,
  'changes.look': WHOLE_PROJECT,
  'changes.size': WHOLE_PROJECT,
  'changes.decide': WHOLE_PROJECT,
  'changes.undo': WHOLE_PROJECT,
  'changes.resolve': WHOLE_PROJECT,
  'changes.rewind': WHOLE_PROJECT,
  'changes.commit': WHOLE_PROJECT,
  'changes.applyAsBranch': WHOLE_PROJECT,
};

export function deadlineOf<K extends RequestName>(name: K, input: RequestInput<K>): number | null {
  const deadline: Deadline<K> | undefined = deadlines[name];
  if (deadline === undefined) return USUAL;
  return typeof deadline === 'function' ? deadline(input) : deadline;
}

/** The answer, or an error after the deadline; the work itself continues. */
export async function answeredInTime<T>(
  name: RequestName,
  milliseconds: number | null,
  answering: Promise<Result<T>>,
): Promise<Result<T>> {
  if (milliseconds === null) return answering;
  let timer: NodeJS.Timeout | undefined;
  let isLate = false;
  answering.catch((error: unknown) => {
    if (isLate) onUnexpectedError(error);
  });
  const late = new Promise<Result<T>>((resolve) => {
    timer = setTimeout(() => {
      isLate = true;
      resolve(tooLate(name, milliseconds));
    }, milliseconds);
  });
  try {
    return await Promise.race([answering, late]);
  } finally {
    clearTimeout(timer);
  }
}

function tooLate(name: RequestName, milliseconds: number): Result<never> {
  const seconds = Math.round(milliseconds / SECOND);
  return fail(
    'timeout',
    `Airlock has not finished this after ${seconds} seconds and is still working on it. Try again in a moment; if that does not help, restart Airlock. Saved data is not lost.`,
    `The request "${name}" was not answered in time.`,
  );
}
