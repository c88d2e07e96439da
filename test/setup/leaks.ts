import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeEach, expect } from 'vitest';
import { DisposableTracker } from '#main/base/disposableTracker';
import { setUnexpectedErrorHandler } from '#main/base/unexpected';
import { DEFAULT_TIMEOUT_MILLISECONDS } from '#test/support/limits';

const LOOK_MILLISECONDS = 20;

const unexpected: unknown[] = [];
setUnexpectedErrorHandler((error) => unexpected.push(error));

// Not afterEach: cleanups that a test registers with onTestFinished run later than that, and
// before the ones registered earlier. Tracking is global, so tests of a file must not overlap.
beforeEach(({ onTestFinished, task }) => {
  const tracker = new DisposableTracker();
  tracker.install();
  onTestFinished(async () => {
    await freed(tracker);
    tracker.uninstall();
    const errors = unexpected.splice(0);
    // A failed test seldom reaches its cleanup; its own error is the one worth reading.
    if (task.result?.state === 'fail') return;
    expect(errors, 'bugs reported to onUnexpectedError').toEqual([]);
    const stacks = tracker.leaks().map((leak) => leak.stack);
    if (stacks.length > 0) {
      throw new Error(`${stacks.length} disposables leaked:\n\n${stacks.join('\n\n')}`);
    }
  });
});

/** A shutdown that waits for nobody may leave some to be disposed of once their process is gone. */
async function freed(tracker: DisposableTracker): Promise<void> {
  const deadline = Date.now() + DEFAULT_TIMEOUT_MILLISECONDS;
  while (tracker.leaks().length > 0 && Date.now() < deadline) await wait(LOOK_MILLISECONDS);
}

afterAll(() => {
  expect(unexpected, 'bugs reported to onUnexpectedError after the last test').toEqual([]);
});
