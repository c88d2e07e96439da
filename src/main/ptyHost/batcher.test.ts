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

  it('sends a small single output at once, such as an echo', () => {
    const { sent, batcher } = gather();
    batcher.push('a');
    expect(sent).toEqual(['a']);
    vi.advanceTimersByTime(BATCH_MILLISECONDS);
    batcher.push('b');
    expect(sent).toEqual(['a', 'b']);
  });

  it('joins output that arrives close together', () => {
    const { sent, batcher } = gather();
    batcher.push('a');
    batcher.push('b');
    batcher.push('c');
    expect(sent).toEqual(['a']);
    vi.advanceTimersByTime(BATCH_MILLISECONDS);
    expect(sent).toEqual(['a', 'bc']);
  });

  it('delivers a redrawn screen whole', () => {
    const { sent, batcher } = gather();
    batcher.push('x'.repeat(4_000));
    batcher.push('y'.repeat(4_000));
    expect(sent).toEqual([]);
    vi.advanceTimersByTime(BATCH_MILLISECONDS);
    expect(sent.map(({ length }) => length)).toEqual([8_000]);
  });

  it('does not wait when there is much output', () => {
    const { sent, batcher } = gather();
    batcher.push('x'.repeat(BATCH_CHARACTERS));
    expect(sent).toHaveLength(1);
  });

  it('drops output on request', () => {
    const { sent, batcher } = gather();
    batcher.push('a');
    batcher.push('b');
    batcher.discard();
    vi.advanceTimersByTime(BATCH_MILLISECONDS);
    batcher.flush();
    expect(sent).toEqual(['a']);
  });
});
