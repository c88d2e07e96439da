import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Batcher } from './batcher';
import { BATCH_CHARACTERS, BATCH_MILLISECONDS } from './limits';

describe('Batcher', () => {
  beforeEach(
    () => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }),
  );
  afterEach(() => void vi.useRealTimers());

  function gather() {
    const sent: string[] = [];
    return { sent, batcher: new Batcher((data) => sent.push(data)) };
  }

  it('sends at once what comes alone and is small, as an echo is', () => {
    const { sent, batcher } = gather();
    batcher.push('a');
    expect(sent).toEqual(['a']);
    vi.advanceTimersByTime(BATCH_MILLISECONDS);
    batcher.push('b');
    expect(sent).toEqual(['a', 'b']);
  });

  it('joins what comes close together', () => {
    const { sent, batcher } = gather();
    batcher.push('a');
    batcher.push('b');
    batcher.push('c');
    expect(sent).toEqual(['a']);
    vi.advanceTimersByTime(BATCH_MILLISECONDS);
    expect(sent).toEqual(['a', 'bc']);
  });

  it('lets a redrawn screen arrive whole', () => {
    const { sent, batcher } = gather();
    batcher.push('x'.repeat(4_000));
    batcher.push('y'.repeat(4_000));
    expect(sent).toEqual([]);
    vi.advanceTimersByTime(BATCH_MILLISECONDS);
    expect(sent.map(({ length }) => length)).toEqual([8_000]);
  });

  it('does not wait when there is much', () => {
    const { sent, batcher } = gather();
    batcher.push('x'.repeat(BATCH_CHARACTERS));
    expect(sent).toHaveLength(1);
  });

  it('forgets what it is told to', () => {
    const { sent, batcher } = gather();
    batcher.push('a');
    batcher.push('b');
    batcher.discard();
    vi.advanceTimersByTime(BATCH_MILLISECONDS);
    batcher.flush();
    expect(sent).toEqual(['a']);
  });
});
