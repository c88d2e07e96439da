import fc from 'fast-check';
import { expect, it } from 'vitest';
import { EditRoom, PartFinder, replacePart } from './replacePart';

const letters = (maxLength: number) =>
  fc.array(fc.constantFrom('a', 'b'), { maxLength }).map((parts) => parts.join(''));

it('finds what the language’s own search finds, in long texts, too', () => {
  fc.assert(
    fc.property(letters(12), letters(4), fc.nat({ max: 12 }), (end, part, from) => {
      if (part === '') return;
      expect(new PartFinder(part).find(end, from)).toBe(end.indexOf(part, from));
      // So long that it is not searched by the language.
      const text = 'aab'.repeat(3_000) + end;
      const long = 'aab'.repeat(1_500) + part;
      expect(text.length * long.length).toBeGreaterThan(20_000_000);
      for (const start of [0, from, 4_500 + from]) {
        expect(new PartFinder(long).find(text, start)).toBe(text.indexOf(long, start));
      }
    }),
  );
});

it('replaces the first place, or all of them, and takes nothing in the new text for a sign', () => {
  expect(replacePart('one two two', 'two', '2$&', false)).toBe('one 2$& two');
  expect(replacePart('one two two', 'two', '2$&', true)).toBe('one 2$& 2$&');
  expect(replacePart('aaa', 'aa', 'b', true)).toBe('ba');
  expect(replacePart('one', 'two', '2', true)).toBeNull();
});

// Shows I21.
it('takes no longer than the text is long, however often it matches almost', () => {
  const part = `${'a'.repeat(50_000)}b${'a'.repeat(50_000)}`;
  const before = process.cpuUsage();
  expect(new PartFinder(part).find('a'.repeat(1_000_000))).toBe(-1);
  expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
});

it('makes no text that is longer than any that is shown, and replaces no more places than are read', () => {
  expect(replacePart('a'.repeat(90_000), 'a', 'b'.repeat(100), true)).toHaveLength(9_000_000);
  expect(replacePart('a'.repeat(90_000), 'a', 'b'.repeat(1_000), true)).toBeNull();
  expect(replacePart('a'.repeat(100_001), 'a', 'b', true)).toBeNull();
});

it('has room for edits of a file until too much was looked through', () => {
  const room = new EditRoom();
  const text = 'a'.repeat(10 * 1024 * 1024);
  expect([room.take(text), room.take('a'), room.take(text), room.take('')]).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
