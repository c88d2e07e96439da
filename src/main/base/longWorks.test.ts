import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { LongWorks, type WorkTask } from './longWorks';

function begun(canCancel = true) {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const works = new LongWorks();
  onTestFinished(() => works.dispose());
  const end = Promise.withResolvers<string>();
  const tasks: WorkTask[] = [];
  const result = works.run({ title: 'Copying', canCancel }, (task) => {
    tasks.push(task);
    return end.promise;
  });
  const [task] = tasks;
  if (task === undefined) throw new Error('The work was not begun.');
  return { works, task, end, result };
}

describe('LongWorks', () => {
  it('shows work only if it takes long, with what is being done and how far it is', async () => {
    const { works, task, end, result } = begun();
    const told = vi.fn();
    onTestFinished(() => subscription.dispose());
    const subscription = works.onDidChange(told);
    task.report('Writing', 1, 4);
    expect([works.list(), told.mock.calls.length]).toEqual([[], 0]);
    vi.advanceTimersByTime(500);
    expect(works.list()).toEqual([
      expect.objectContaining({
        title: 'Copying',
        detail: 'Writing',
        progress: { done: 1, total: 4 },
        canCancel: true,
      }),
    ]);
    expect(told).toHaveBeenCalledTimes(1);
    end.resolve('done');
    expect(await result).toBe('done');
    expect(works.list()).toEqual([]);
    expect(told).toHaveBeenCalledTimes(2);
  });

  it('tells the work that the user cancels it, and ends with it also if it fails', async () => {
    const { works, task, end, result } = begun();
    vi.advanceTimersByTime(500);
    works.cancel(works.list()[0]?.id ?? 0);
    expect(task.signal.aborted).toBe(true);
    end.reject(new Error('cancelled'));
    await expect(result).rejects.toThrow('cancelled');
    expect(works.list()).toEqual([]);
  });

  it('lets nobody cancel what cannot be cancelled', () => {
    const { works, task, end } = begun(false);
    vi.advanceTimersByTime(500);
    works.cancel(works.list()[0]?.id ?? 0);
    expect(task.signal.aborted).toBe(false);
    end.resolve('done');
  });
});
