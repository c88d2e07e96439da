import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Queue, QueueDisposedError } from './queue';

function gate(): { readonly opened: Promise<void>; open(): void } {
  let open: () => void = () => expect.fail('opened too early');
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

describe('Queue', () => {
  it('runs one task at a time, in order', async () => {
    const queue = new Queue();
    const first = gate();
    const log: string[] = [];
    const results = [
      queue.run(async () => {
        log.push('first starts');
        await first.opened;
        log.push('first ends');
        return 1;
      }),
      queue.run(() => {
        log.push('second');
        return 2;
      }),
    ];
    expect(log).toEqual([]);
    expect(queue.size).toBe(2);
    first.open();
    expect(await Promise.all(results)).toEqual([1, 2]);
    expect(log).toEqual(['first starts', 'first ends', 'second']);
    expect(queue.size).toBe(0);
  });

  it('keeps a failure to the task that failed', async () => {
    const queue = new Queue();
    const thrown = queue.run(() => {
      throw new Error('thrown');
    });
    const rejected = queue.run(() => Promise.reject(new Error('rejected')));
    const fine = queue.run(() => 'fine');
    await expect(thrown).rejects.toThrowError('thrown');
    await expect(rejected).rejects.toThrowError('rejected');
    expect(await fine).toBe('fine');
    await queue.drain();
  });

  it('drains tasks that running tasks and their callers add', async () => {
    const queue = new Queue();
    const log: string[] = [];
    const caller = async () => {
      await queue.run(() => {
        log.push('task');
        void queue.run(() => log.push('added by the task'));
      });
      await Promise.resolve();
      await queue.run(() => log.push('added by the caller'));
    };
    void caller();
    await queue.drain();
    expect(log).toEqual(['task', 'added by the task', 'added by the caller']);
  });

  it('drains at once when idle, and after a failure', async () => {
    const queue = new Queue();
    await queue.drain();
    const failed = queue.run(() => Promise.reject(new Error('failed')));
    const drained = queue.drain();
    await expect(failed).rejects.toThrowError('failed');
    await drained;
  });

  it('refuses tasks once disposed, but finishes those it accepted', async () => {
    const queue = new Queue();
    const accepted = queue.run(() => 'accepted');
    queue.dispose();
    await expect(queue.run(() => 'late')).rejects.toThrowError(QueueDisposedError);
    expect(await accepted).toBe('accepted');
    await queue.drain();
  });

  it('rejects a limit that could never run anything', () => {
    expect(() => new Queue({ limit: 0 })).toThrowError(RangeError);
    expect(() => new Queue({ limit: 1.5 })).toThrowError(RangeError);
  });

  it('never exceeds its limit, uses all of it, and starts tasks in order', async () => {
    const tasks = fc.array(fc.nat({ max: 5 }), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(tasks, fc.integer({ min: 1, max: 6 }), async (ticksOfTasks, limit) => {
        const queue = new Queue({ limit });
        const started: number[] = [];
        let running = 0;
        let most = 0;
        const results = ticksOfTasks.map((ticks, index) =>
          queue.run(async () => {
            started.push(index);
            most = Math.max(most, ++running);
            for (let tick = 0; tick < ticks; tick++) await Promise.resolve();
            running--;
            return index;
          }),
        );
        await queue.drain();
        const order = ticksOfTasks.map((_, index) => index);
        expect(await Promise.all(results)).toEqual(order);
        expect(started).toEqual(order);
        expect(most).toBeLessThanOrEqual(limit);
      }),
    );
  });

  it('fills its limit', async () => {
    const queue = new Queue({ limit: 3 });
    const hold = gate();
    let running = 0;
    const allRunning = gate();
    const results = [1, 2, 3].map(() =>
      queue.run(async () => {
        if (++running === 3) allRunning.open();
        await hold.opened;
      }),
    );
    await allRunning.opened;
    hold.open();
    await Promise.all(results);
  });
});
