import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findLinks } from './findLinks';

function found(text: string): string[] {
  return findLinks(text).map((link) =>
    link.type === 'address' ? link.address : `${link.name}@${link.line}`,
  );
}

describe('findLinks', () => {
  it.each([
    ['see https://example.com/a?b=c#d.', ['https://example.com/a?b=c#d']],
    ['(https://en.wikipedia.org/wiki/A_(b))', ['https://en.wikipedia.org/wiki/A_(b)']],
    ['[http://localhost:5173/]', ['http://localhost:5173/']],
    ['javascript:alert(1) file:///etc/passwd', ['/etc/passwd@null']],
  ])('finds the addresses in %s', (text, links) => {
    expect(found(text)).toEqual(links);
  });

  it.each([
    ['src/a.ts:12:3 - error', ['src/a.ts@12']],
    ['at run (/p/b.js:7:11)', ['/p/b.js@7']],
    ['a.cs(14,2): warning', ['a.cs@14']],
    ['File "/p/c.py", line 9, in x', ['/p/c.py@9']],
    ['./d.sh ../e.md ~/f.txt', ['./d.sh@null', '../e.md@null', '~/f.txt@null']],
    ['plain words, 3.14 and ... no more', []],
  ])('finds the files in %s', (text, links) => {
    expect(found(text)).toEqual(links);
  });

  it('gives their positions', () => {
    const text = 'in src/a.ts:12 and https://x.dev/y!';
    expect(findLinks(text).map(({ start, end }) => text.slice(start, end))).toEqual([
      'https://x.dev/y',
      'src/a.ts:12',
    ]);
  });

  it('stays within the line, whatever it contains', () => {
    const unit = fc.constantFrom('a', '/', '.', ':', '(', ')', '1', ' ', '-', 'http://');
    fc.assert(
      fc.property(fc.string({ unit, minLength: 0, maxLength: 2_000 }), (text) => {
        for (const { start, end } of findLinks(text)) {
          expect(start).toBeLessThan(end);
          expect(end).toBeLessThanOrEqual(text.length);
        }
      }),
      { verbose: 1 },
    );
  });
});
