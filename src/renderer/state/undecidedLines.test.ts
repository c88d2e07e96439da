import { expect, it } from 'vitest';
import { undecidedLines } from './undecidedLines';

const view = (path: string, status: 'open' | 'settled', addedLines: number, removedLines = 0) => ({
  change: { path },
  status,
  addedLines,
  removedLines,
});

it('counts what is left to decide, each file by its latest change', () => {
  expect(
    undecidedLines([
      view('a', 'settled', 100),
      view('a', 'open', 3, 1),
      view('b', 'open', 2, 4),
      view('c', 'settled', 7),
    ]),
  ).toEqual({ added: 5, removed: 5 });
});

it('is nothing once all is decided', () => {
  expect(undecidedLines([])).toBeUndefined();
  expect(undecidedLines([view('a', 'settled', 1)])).toBeUndefined();
});
