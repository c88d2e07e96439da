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

  it('tells what it is doing now, also if that begins right after the last news', () => {
    const { works, task, end } = begun();
    const told: string[] = [];
    const subscription = works.onDidChange(() => told.push(works.list()[0]?.detail ?? ''));
    onTestFinished(() => subscription.dispose());
    task.report('Reading');
    vi.advanceTimersByTime(500);
    vi.advanceTimersByTime(50);
    task.report('Writing', 0, 9);
    task.report('Writing', 1, 9);
    expect(told).toEqual(['Reading']);
    vi.advanceTimersByTime(50);
    expect(told).toEqual(['Reading', 'Writing']);
    vi.advanceTimersByTime(1_000);
    expect(told).toHaveLength(2);
    end.resolve('done');
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
