import { describe, expect, it } from 'vitest';
import { columnsOfSet, dealPanes, pruneLayout, splitFor, tiledLayout } from './paneLayout';

const size = { width: 1200, height: 800 };
const choice = {
  visible: ['a', 'b'],
  hidden: ['c'],
  fillers: ['d', 'e'],
  active: 'a',
  emptyId: (index: number) => `empty:${index}`,
};

describe('dealPanes', () => {
  it('fills panes with visible sessions, then tabs, then busy sessions, then nothing', () => {
    expect(dealPanes({ ...choice, count: 6 })).toEqual([
      ['a'],
      ['b'],
      ['c'],
      ['d'],
      ['e'],
      ['empty:5'],
    ]);
  });

  it('keeps sessions that no longer fit as tabs of the last pane', () => {
    expect(dealPanes({ ...choice, count: 1 })).toEqual([['a', 'b', 'c']]);
    expect(dealPanes({ ...choice, count: 2 })).toEqual([['a'], ['b', 'c']]);
  });

  it('always keeps the active session visible', () => {
    expect(dealPanes({ ...choice, active: 'c', count: 1 })).toEqual([['c', 'a', 'b']]);
    expect(dealPanes({ ...choice, active: 'c', count: 2 })).toEqual([['a'], ['c', 'b']]);
  });
});

/** Columns of rows of tabs. */
function shape({ grid }: ReturnType<typeof tiledLayout>): unknown {
  const walk = (node: typeof grid.root): unknown =>
    Array.isArray(node.data) ? node.data.map(walk) : node.data.views.join('+');
  return walk(grid.root);
}

describe('tiledLayout', () => {
  it.each([
    [1, ['1']],
    [2, ['1', '2']],
    // A column of one pane is that pane: closed, it leaves no gap.
    [3, [['1', '3'], '2']],
    [
      4,
      [
        ['1', '3'],
        ['2', '4'],
      ],
    ],
    [
      6,
      [
        ['1', '4'],
        ['2', '5'],
        ['3', '6'],
      ],
    ],
    [
      8,
      [
        ['1', '5'],
        ['2', '6'],
        ['3', '7'],
        ['4', '8'],
      ],
    ],
  ])('lays out %i panes in reading order', (count, expected) => {
    const panes = Array.from({ length: count }, (_, index) => [`${index + 1}`]);
    expect(shape(tiledLayout(panes, size))).toEqual(expected);
  });
});

describe('columnsOfSet', () => {
  it.each([
    [2, 764, 635, 2],
    [2, 400, 900, 1],
    [3, 764, 635, 2],
    [3, 1020, 735, 2],
    [3, 1660, 1015, 3],
    [4, 1660, 1015, 2],
    [4, 2300, 1375, 4],
    [5, 1660, 1015, 3],
    [8, 1660, 1015, 4],
  ])('puts %i sessions on %i by %i pixels into %i columns', (count, width, height, columns) => {
    expect(columnsOfSet(count, { width, height })).toBe(columns);
  });
});

describe('tiledLayout in a narrow window', () => {
  const panes = Array.from({ length: 8 }, (_, index) => [`${index + 1}`]);
  const columns = (width: number, height: number) =>
    (shape(tiledLayout(panes, { width, height })) as unknown[]).length;

  it('has four columns where four fit, and more rows otherwise', () => {
    expect(columns(774, 660)).toBe(4);
    expect(columns(640, 660)).toBe(3);
    expect(columns(400, 660)).toBe(2);
  });

  it('keeps its columns where more rows would not fit either', () => {
    expect(columns(640, 380)).toBe(4);
  });
});

describe('pruneLayout', () => {
  const layout = { ...tiledLayout([['a', 'b'], ['c'], ['d']], size), activeGroup: '2' };

  it('removes missing sessions, and panes that held nothing else', () => {
    const pruned = pruneLayout(layout, (id) => id !== 'a' && id !== 'c');
    expect(pruned && shape(pruned)).toEqual([['b', 'd']]);
    expect(Object.keys(pruned?.panels ?? {})).toEqual(['b', 'd']);
    expect(pruned).not.toHaveProperty('activeGroup');
  });

  it('keeps a layout without missing sessions', () => {
    const pruned = pruneLayout(layout, () => true);
    expect(pruned && shape(pruned)).toEqual([['a+b', 'd'], 'c']);
    expect(pruned).toMatchObject({ activeGroup: '2' });
  });

  it('is null if everything is missing', () => {
    expect(pruneLayout(layout, () => false)).toBeNull();
  });
});

describe('splitFor', () => {
  it('halves the longer side, if both halves stay readable', () => {
    expect(splitFor({ width: 1020, height: 760 })).toBe('right');
    expect(splitFor({ width: 510, height: 760 })).toBe('below');
    expect(splitFor({ width: 510, height: 380 })).toBeNull();
    expect(splitFor({ width: 900, height: 380 })).toBe('right');
  });
});
