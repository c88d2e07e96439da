import { describe, expect, it } from 'vitest';
import { exampleChange } from '#test/window/exampleChange';
import { fileTreeRows } from './fileTree';
import { comparePaths, latestByPath, selectedFile } from './reviewedFiles';

const paths = ['b.txt', 'src/app/main.ts', 'src/app/a.ts', 'a/deep/down/x.ts', 'src/z.ts'];
const files = latestByPath(paths.map((path) => exampleChange({ path })));
const options = { filter: '', byFolder: true, folded: new Set<string>() };

function outline(rows: ReturnType<typeof fileTreeRows>): string[] {
  return rows.map(({ level, name }) => `${'  '.repeat(level - 1)}${name}`);
}

describe('treeRows', () => {
  it('puts files into folders, and joins folders that contain only one folder', () => {
    expect(outline(fileTreeRows(files, options))).toEqual([
      'a/deep/down',
      '  x.ts',
      'src',
      '  app',
      '    a.ts',
      '    main.ts',
      '  z.ts',
      'b.txt',
    ]);
  });

  it('gives positions and sizes as ARIA counts them', () => {
    const rows = fileTreeRows(files, options);
    expect(rows.map(({ position, size }) => `${position}/${size}`)).toEqual([
      '1/3',
      '1/1',
      '2/3',
      '1/2',
      '1/2',
      '2/2',
      '2/2',
      '3/3',
    ]);
  });

  it('hides the contents of folded folders, unless a filter matches them', () => {
    const folded = new Set(['src/']);
    expect(outline(fileTreeRows(files, { ...options, folded }))).toEqual([
      'a/deep/down',
      '  x.ts',
      'src',
      'b.txt',
    ]);
    expect(outline(fileTreeRows(files, { ...options, folded, filter: 'MAIN' }))).toEqual([
      'src/app',
      '  main.ts',
    ]);
  });

  it('lists whole paths in the flat view', () => {
    const rows = fileTreeRows(files, { ...options, byFolder: false, filter: 'src a.ts' });
    expect(outline(rows)).toEqual(['src/app/a.ts']);
  });
});

describe('comparePaths', () => {
  it('sorts folders before files, and numbers by value', () => {
    const sorted = ['b2', 'b10', 'a/b', 'B3', 'a/a/c'].toSorted(comparePaths);
    expect(sorted).toEqual(['a/a/c', 'a/b', 'b2', 'B3', 'b10']);
  });
});

describe('latestByPath', () => {
  it('shows the newest change of a file, and an open one before any other', () => {
    const decided = exampleChange({ at: 2, states: ['accepted'] });
    const open = exampleChange({ at: 1 });
    expect(latestByPath([decided, open])).toEqual([open]);
    const later = exampleChange({ at: 3, states: ['rejected'] });
    expect(latestByPath([decided, later])).toEqual([later]);
  });
});

describe('selectedFile', () => {
  it('is the selected one, else the first open one', () => {
    const done = exampleChange({ path: 'a', states: ['accepted'] });
    const open = exampleChange({ path: 'b' });
    expect(selectedFile([done, open], 'a')).toBe(done);
    expect(selectedFile([done, open], null)).toBe(open);
    expect(selectedFile([done], 'gone')).toBe(done);
    expect(selectedFile([], null)).toBeUndefined();
  });
});
