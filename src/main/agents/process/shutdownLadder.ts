import { setTimeout as delay } from 'node:timers/promises';
import { settledWithin } from './settledWithin';

/** How long each step may take before the next one is tried. */
export interface LadderTimings {
  readonly inputMilliseconds: number;
  readonly terminateMilliseconds: number;
  readonly killMilliseconds: number;
  readonly pollMilliseconds: number;
}

/** A cooperative agent ends within a second, a stubborn one within four. */
export const shutdownTimings: LadderTimings = {
  inputMilliseconds: 1_000,
  terminateMilliseconds: 2_000,
  killMilliseconds: 1_000,
  pollMilliseconds: 25,
};

export type LadderStep = 'input-ended' | 'terminated' | 'killed';

/** The process to shut down, with everything that it has started. */
export interface LadderTarget {
  /** Settles when the process itself has exited; its descendants may still run. */
  readonly exited: Promise<void>;
  endInput(): void;
  signal(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  countLeft(): Promise<number>;
}

export interface ShutdownReport {
  /** The last step that was needed. */
  readonly step: LadderStep;
  readonly milliseconds: number;
  /** Processes that outlived even SIGKILL, such as those of another user. */
  readonly left: number;
  /** Processes that still ran after it had ended by itself, and that were ended then. */
  readonly leftBehind: number;
}

export type TellStep = (step: LadderStep, milliseconds: number, left: number) => void;

/** Ends a process and its descendants: first by request, then by signal, then by force. */
export async function shutDown(
  target: LadderTarget,
  timings: LadderTimings,
  tell: TellStep,
): Promise<ShutdownReport> {
  const started = performance.now();
  const sinceStart = () => Math.round(performance.now() - started);
  let leftBehind = 0;
  const report = (step: LadderStep, left: number): ShutdownReport => {
    const milliseconds = sinceStart();
    tell(step, milliseconds, left);
    return { step, milliseconds, left, leftBehind };
  };

  let hasExited = false;
  void target.exited.then(() => {
    hasExited = true;
  });
  target.endInput();
  await settledWithin(target.exited, timings.inputMilliseconds);
  const left = await target.countLeft();
  if (hasExited) leftBehind = left;
  let ended = report('input-ended', left);
  if (ended.left === 0) return ended;

  await target.signal('SIGTERM');
  const untilTerminated = timings.terminateMilliseconds;
  ended = report('terminated', await countWithin(target, untilTerminated, timings, 'SIGTERM'));
  if (ended.left === 0) return ended;

  await target.signal('SIGKILL');
  const untilKilled = timings.killMilliseconds;
  return report('killed', await countWithin(target, untilKilled, timings, 'SIGKILL'));
}

/**
 * Polls until no process is left or the time is up. Processes forked meanwhile are killed as well.
 */
async function countWithin(
  target: LadderTarget,
  milliseconds: number,
  { pollMilliseconds }: LadderTimings,
  signal: 'SIGTERM' | 'SIGKILL',
): Promise<number> {
  const end = performance.now() + milliseconds;
  let left = await target.countLeft();
  while (left > 0 && performance.now() < end) {
    await delay(pollMilliseconds);
    if (signal === 'SIGKILL') await target.signal(signal);
    left = await target.countLeft();
  }
  return left;
}
