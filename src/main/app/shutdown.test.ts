import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { setUnexpectedErrorHandler } from '#main/base/unexpected';
import { Shutdown } from './shutdown';

describe('Shutdown', () => {
  it('runs the newest task first and continues after one that fails', async () => {
    const handler = setUnexpectedErrorHandler(() => undefined);
    onTestFinished(() => handler.dispose());
    const shutdown = new Shutdown();
    const ran: string[] = [];
    shutdown.before(async () => void ran.push('first'));
    shutdown.before(async () => {
      throw new Error('broken');
    });
    shutdown.before(async () => void ran.push('last'));
    await Promise.all([shutdown.run(), shutdown.run()]);
    expect(ran).toEqual(['last', 'first']);
    expect(shutdown.done).toBe(true);
  });

  it('stops waiting at its deadline', async () => {
    const shutdown = new Shutdown(1);
    shutdown.before(() => new Promise(() => undefined));
    await shutdown.run();
    expect(shutdown.done).toBe(true);
  });

  it('takes four seconds at most, however many tasks never end', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const shutdown = new Shutdown();
    for (let task = 0; task < 3; task++) shutdown.before(() => new Promise(() => undefined));
    const running = shutdown.run();
    await vi.advanceTimersByTimeAsync(4_000);
    expect(shutdown.done).toBe(true);
    await running;
  });

  it('runs the other tasks to their end even if one of them never ends', async () => {
    const shutdown = new Shutdown(80);
    const ran: string[] = [];
    shutdown.before(async () => {
      for (let step = 0; step < 100; step++) await null;
      ran.push('log');
    });
    shutdown.before(async () => void ran.push('settings'));
    shutdown.before(() => new Promise(() => undefined));
    await shutdown.run();
    expect(ran.sort()).toEqual(['log', 'settings']);
  });

  it('is done after its last task, which runs once, after the others and past the deadline', async () => {
    const shutdown = new Shutdown(1);
    const ran: string[] = [];
    const halfway = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    shutdown.atLast(async () => {
      ran.push('begun');
      halfway.resolve();
      await end.promise;
      ran.push('ended');
    });
    shutdown.before(async () => void ran.push('before'));
    shutdown.before(() => new Promise(() => undefined));
    const runs = [shutdown.run(), shutdown.run()];
    await halfway.promise;
    expect(shutdown.done).toBe(false);
    end.resolve();
    await Promise.all(runs);
    expect(ran).toEqual(['before', 'begun', 'ended']);
    expect(shutdown.done).toBe(true);
  });
});
