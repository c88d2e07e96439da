import { type Evidence, noEvidence } from './evidence';
import { MEMORY_BYTES } from './memoryMonitor';
import type { ModeEnd } from './mode';

const MEBIBYTE = 1024 * 1024;

/** Longer than this, and the window and every other session would feel it. */
export const STILL_MILLISECONDS = 250;
/** What may lie about on top of that until the collector comes round to it. */
const GARBAGE_BYTES = 128 * MEBIBYTE;
const QUIT_MILLISECONDS = 4_000;

type Invariant = (evidence: Evidence, ends: readonly ModeEnd[]) => readonly string[];

/** What holds after every mode, at every level that can see it. */
const invariants: readonly Invariant[] = [
  ({ end, told }, ends) =>
    end !== null && ends.includes(end)
      ? []
      : [`The session ended as ${end ?? 'nothing'}, not as ${ends.join(' or ')}: ${told}`],
  ({ stillMilliseconds }) =>
    stillMilliseconds <= STILL_MILLISECONDS
      ? []
      : [`Main stood still for ${stillMilliseconds} ms.`],
  ({ memory: { liveBytes } }) =>
    liveBytes <= MEMORY_BYTES ? [] : [`Main held ${inMebibytes(liveBytes)} more than before.`],
  ({ memory: { residentBytes } }) =>
    residentBytes <= MEMORY_BYTES + GARBAGE_BYTES
      ? []
      : [`Main took ${inMebibytes(residentBytes)} more of the machine than before.`],
  ({ healthy }) => (healthy === null ? [] : [`The second session did not finish: ${healthy}`]),
  ({ openQuestions }) => (openQuestions === 0 ? [] : [`${openQuestions} questions stayed open.`]),
  ({ unanswered }) => unanswered.map((name) => `${name} was not answered.`),
  ({ unexpected }) => unexpected.map((words) => `An unexpected error: ${words}`),
  ({ changedOutside }) => changedOutside.map((path) => `${path} outside was changed.`),
  ({ leftProcesses }) => leftProcesses.map((command) => `A process is left: ${command}`),
  ({ leaks }) => leaks.map((path) => `The secret stands in ${path}.`),
  ({ quitMilliseconds }) =>
    quitMilliseconds === null || quitMilliseconds <= QUIT_MILLISECONDS
      ? []
      : [`Quitting took ${quitMilliseconds} ms.`],
  ({ complaints }) => complaints,
];

/** What was broken, one sentence each. */
export function brokenInvariants(evidence: Evidence, ends: readonly ModeEnd[]): readonly string[] {
  return invariants.flatMap((invariant) => invariant(evidence, ends));
}

/** Whether nothing is wrong but how much something took: on a busy machine that is worth another try. */
export function isMerelySlow(evidence: Evidence, ends: readonly ModeEnd[]): boolean {
  const { stillMilliseconds, quitMilliseconds, memory } = noEvidence;
  const swift = { ...evidence, stillMilliseconds, quitMilliseconds, memory };
  return brokenInvariants(swift, ends).length === 0;
}

/** The least that each thing took in two tries of the same. */
export function leastOf(one: Evidence, other: Evidence): Evidence {
  const least = (of: (evidence: Evidence) => number) => Math.min(of(one), of(other));
  return {
    ...other,
    stillMilliseconds: least(({ stillMilliseconds }) => stillMilliseconds),
    quitMilliseconds:
      other.quitMilliseconds && least(({ quitMilliseconds }) => quitMilliseconds ?? 0),
    memory: {
      liveBytes: least(({ memory }) => memory.liveBytes),
      residentBytes: least(({ memory }) => memory.residentBytes),
    },
  };
}

function inMebibytes(bytes: number): string {
  return `${Math.round(bytes / MEBIBYTE)} MiB`;
}
