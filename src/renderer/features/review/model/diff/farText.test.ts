import { describe, expect, it } from 'vitest';
import { findFarText, newLines } from './farText';

const far = (proposed: string, base: string | null = null) => findFarText(newLines(base, proposed));

describe('text behind a gap', () => {
  it.each([
    [`a();${' '.repeat(200)}evil();\n`, { line: 1, columns: 200 }],
    [`a();\nb();${'\t'.repeat(30)}evil();\n`, { line: 2, columns: 120 }],
    [`${' '.repeat(500)}evil();`, { line: 1, columns: 500 }],
    [`a();${'\u3000'.repeat(100)}evil();`, { line: 1, columns: 100 }],
  ])('is found: %#', (text, expected) => {
    expect(far(text)).toEqual(expected);
  });

  it.each([
    `const a = 1;${' '.repeat(40)}// aligned\n`,
    `a();${' '.repeat(500)}\r\n${' '.repeat(500)}\n`,
    `${'\t'.repeat(12)}deeply();\n`,
    'x'.repeat(10_000),
  ])('is nothing else: %#', (text) => {
    expect(far(text)).toBeNull();
  });

  it('is not looked for in lines that were there before', () => {
    const old = `a();${' '.repeat(200)}b();\n`;
    expect(far(`${old}new();\n`, old)).toBeNull();
  });
});
