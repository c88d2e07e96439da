import { describe, expect, it } from 'vitest';
import { INDEX_STRIDE } from '#main/host/store/limits';
import { OffsetIndex } from './offsetIndex';

describe('OffsetIndex', () => {
  it('starts with the start of the file', () => {
    const index = new OffsetIndex();
    expect(index.before(100)).toEqual({ seq: 1, offset: 0 });
    expect(index.atOrAfter(1)).toBe(Number.POSITIVE_INFINITY);
  });

  it('finds the offsets around a number', () => {
    const index = new OffsetIndex();
    for (let seq = 1; seq <= 4 * INDEX_STRIDE; seq++) index.add(seq, seq * 10);
    const second = INDEX_STRIDE + 1;
    expect(index.before(second - 1)).toEqual({ seq: 1, offset: 10 });
    expect(index.before(second)).toEqual({ seq: second, offset: second * 10 });
    expect(index.before(second + 5)).toEqual({ seq: second, offset: second * 10 });
    expect(index.before(-5)).toEqual({ seq: 1, offset: 0 });
    expect(index.atOrAfter(second)).toBe(second * 10);
    expect(index.atOrAfter(second + 1)).toBe((second + INDEX_STRIDE) * 10);
    expect(index.atOrAfter(5 * INDEX_STRIDE)).toBe(Number.POSITIVE_INFINITY);
  });
});
