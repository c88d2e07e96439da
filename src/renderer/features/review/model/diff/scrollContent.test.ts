import { describe, expect, it } from 'vitest';
import { exampleChange } from '#test/window/exampleChange';
import { FILE_HUNKS, FILE_ROWS, HUNK_ROWS } from '#window/features/review/limits';
import { drawnRows, scrollContent } from './scrollContent';

const usual = { isEditing: false, isShownAnyway: false };

describe('scrollContent', () => {
  it('shows the lines of a text, also of a deleted one', () => {
    expect(scrollContent(exampleChange(), usual).type).toBe('lines');
    expect(scrollContent(exampleChange({ proposed: null }), usual).type).toBe('lines');
  });

  it('shows the lines of a file that replaces a link or a binary file, and the reverse', () => {
    const contentOf = (example: Parameters<typeof exampleChange>[0]) =>
      scrollContent(exampleChange(example), usual).type;
    expect(contentOf({ base: 'target', baseMode: '120000', proposed: 'rm\n' })).toBe('lines');
    expect(contentOf({ proposed: 'target', mode: '120000' })).toBe('lines');
    expect(contentOf({ base: '\0', proposed: 'rm\n' })).toBe('lines');
    expect(contentOf({ proposed: '\0' })).toBe('lines');
    const [baseMode, mode] = ['120000', '120000'] as const;
    expect(contentOf({ base: 'old', baseMode, proposed: 'new', mode })).toBe('nothing');
    expect(contentOf({ base: null, proposed: '\0' })).toBe('nothing');
  });

  it('links to the file for what cannot be shown in the list', () => {
    const words = (content: ReturnType<typeof scrollContent>) =>
      content.type === 'elsewhere' ? content.words : content.type;
    expect(words(scrollContent(exampleChange(), { ...usual, isEditing: true }))).toMatch(/editing/);
    const lock = exampleChange({ path: 'package-lock.json' });
    expect(words(scrollContent(lock, usual))).toBe('This is a lock file. Open it to read it.');
    expect(words(scrollContent(lock, { ...usual, isShownAnyway: true }))).toBe('lines');
    const many = Array.from({ length: FILE_HUNKS + 1 }, (_, index) => `same\n${index}\n`).join('');
    const parted = exampleChange({ base: many, proposed: many.replace(/^(\d+)$/gm, 'new $1') });
    expect(words(scrollContent(parted, usual))).toMatch(/^It has 101 hunks/);
  });

  it('shows nothing for an empty file', () => {
    const empty = exampleChange({ base: null, proposed: '' });
    expect(scrollContent(empty, usual).type).toBe('nothing');
  });
});

describe('drawnRows', () => {
  it('draws short hunks whole, and the beginning of a long one', () => {
    expect(drawnRows([3, HUNK_ROWS + 1])).toEqual([3, HUNK_ROWS]);
  });

  it('limits the rows of a file', () => {
    const drawn = drawnRows(Array.from({ length: 20 }, () => 100));
    expect(drawn.reduce((sum, count) => sum + count, 0)).toBe(FILE_ROWS);
    expect(drawn.at(-1)).toBe(0);
  });
});
