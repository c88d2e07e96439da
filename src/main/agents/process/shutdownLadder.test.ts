import { describe, expect, it } from 'vitest';
import { type LadderTarget, shutDown } from './shutdownLadder';

const timings = {
  inputMilliseconds: 20,
  terminateMilliseconds: 20,
  killMilliseconds: 20,
  pollMilliseconds: 1,
};

/** Processes that end at a step of the ladder, each its own. */
function createTarget(endsAt: readonly (string | undefined)[]) {
  let exit: () => void = () => undefined;
  const steps: string[] = [];
  let left = [...endsAt];
  const take = (step: string) => {
    steps.push(step);
    left = left.filter((end) => end !== step);
    if (left.length === 0) exit();
  };
  const target: LadderTarget = {
    exited: new Promise((resolve) => {
      exit = resolve;
    }),
    endInput: () => take('input'),
    signal: async (signal) => take(signal),
    countLeft: async () => left.length,
  };
  return { target, steps };
}

describe('shutDown', () => {
  it.each([
    { endsAt: ['input'], step: 'input-ended', left: 0, steps: ['input'] },
    {
      endsAt: ['input', 'SIGTERM'],
      step: 'terminated',
      left: 0,
      steps: ['input', 'SIGTERM'],
    },
    {
      endsAt: ['SIGTERM', 'SIGKILL'],
      step: 'killed',
      left: 0,
      steps: ['input', 'SIGTERM', 'SIGKILL'],
    },
  ])('goes no further than necessary: $step', async ({ endsAt, step, left, steps }) => {
    const told: string[] = [];
    const { target, steps: taken } = createTarget(endsAt);
    const report = await shutDown(target, timings, (name) => told.push(name));
    expect(report).toMatchObject({ step, left });
    expect(taken).toEqual(steps);
    expect(told.at(-1)).toBe(step);
    expect(told).toHaveLength(steps.length);
  });

  it('says how many processes it could not end', async () => {
    const { target } = createTarget(['input', undefined]);
    const report = await shutDown(target, timings, () => undefined);
    expect(report).toMatchObject({ step: 'killed', left: 1 });
    expect(report.milliseconds).toBeGreaterThanOrEqual(55);
  });
});
