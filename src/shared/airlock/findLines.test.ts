import { describe, expect, it } from 'vitest';
import type { ObjectId } from '#shared/ids';
import { findLines } from './findLines';
import { reviewOf, type Side } from './review';

function sideOf(text: string | null): Side | null {
  if (text === null) return null;
  const version = { blob: text as ObjectId, mode: '100644', bytes: text.length } as const;
  return { version, text: { text, encoding: 'utf8' } };
}

function find(base: string | null, proposed: string | null, text: string, most = 100) {
  const review = reviewOf({ path: 'a', base: sideOf(base), proposed: sideOf(proposed) });
  return findLines(review, { base, proposed }, text, most);
}

describe('findLines', () => {
  it('finds a text in any case, in unchanged, added and removed lines, from top to bottom', () => {
    const base = 'Cart\nold cart\nend\n';
    const proposed = 'Cart\nnew CART\nend\na cart, a cart\n';
    expect(find(base, proposed, 'cart')).toEqual([
      { side: 'modified', line: 0, column: 0 },
      { side: 'original', line: 1, column: 4 },
      { side: 'modified', line: 1, column: 4 },
      { side: 'modified', line: 3, column: 2 },
    ]);
  });

  it('looks at every line of new and of deleted files', () => {
    expect(find(null, 'x\ncart\n', 'cart')).toEqual([{ side: 'modified', line: 1, column: 0 }]);
    expect(find('x\ncart\n', null, 'cart')).toEqual([{ side: 'original', line: 1, column: 0 }]);
  });

  it('stops at a bound', () => {
    expect(find(null, 'cart\n'.repeat(50), 'cart', 7)).toHaveLength(7);
  });
});
