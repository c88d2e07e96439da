import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { savedSoon } from './savedSoon';

describe('text that is saved while it is typed', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is saved although the user types on', () => {
    const save = vi.fn();
    const { changed } = savedSoon(300, save);
    for (let key = 0; key < 10; key += 1) {
      changed();
      vi.advanceTimersByTime(100);
    }
    expect(save).toHaveBeenCalledTimes(3);
    vi.advanceTimersByTime(300);
    expect(save).toHaveBeenCalledTimes(4);
  });

  it('is saved when the page goes away, if it has changed', () => {
    const save = vi.fn();
    const { changed, saveNow } = savedSoon(300, save);
    saveNow();
    expect(save).not.toHaveBeenCalled();
    changed();
    saveNow();
    vi.runAllTimers();
    expect(save).toHaveBeenCalledTimes(1);
  });
});
