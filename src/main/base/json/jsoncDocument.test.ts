import { describe, expect, it } from 'vitest';
import { nodeAt, parseJsonc, repeatedKeys } from './jsoncDocument';

const rootOf = (text: string) => {
  const document = parseJsonc(text);
  return document.ok ? document.root : expect.fail('has errors');
};

describe('parseJsonc', () => {
  it('takes comments and trailing commas', () => {
    expect(parseJsonc('// a\n{"a": [1, 2,], /* b */ "c": {},}')).toMatchObject({
      ok: true,
      value: { a: [1, 2], c: {} },
    });
  });

  it.each(['', ' \n', '// nothing yet\n'])('treats %j as an empty object', (text) => {
    expect(parseJsonc(text)).toEqual({ ok: true, root: undefined, value: {} });
  });

  it.each([
    ['{"a" 1}', 5, 'Colon expected'],
    ['{"a": 1 "b": 2}', 8, 'Comma expected'],
    ['{"a": 1', 7, 'Close brace expected'],
    ['{"a": x}', 6, 'Invalid symbol'],
    ['{} {}', 3, 'End of file expected'],
    ['{"a": "b}', 6, 'Unexpected end of string'],
  ])('finds the first error in %j', (text, offset, message) => {
    const document = parseJsonc(text);
    expect(document.ok ? undefined : document.errors[0]).toEqual({ offset, message });
  });

  it('refuses nesting that would overflow the parser', () => {
    expect(parseJsonc('['.repeat(1_000_000))).toEqual({
      ok: false,
      errors: [{ offset: 64, message: 'Nested too deeply' }],
    });
  });

  it('keeps a key named like a member of the prototype', () => {
    const document = parseJsonc('{"__proto__": {"a": 1}}');
    const value = document.ok ? (document.value as object) : {};
    expect(Object.keys(value)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });
});

describe('nodeAt', () => {
  it('finds the effective node', () => {
    const root = rootOf('{"a": [1, {"b": 2}], "a": [3]}');
    expect(nodeAt(root, ['a', 0])?.value).toBe(3);
    expect(nodeAt(root, ['a', 1])).toBeUndefined();
    expect(nodeAt(root, ['a', 'b'])).toBeUndefined();
    expect(nodeAt(root, [])).toBe(root);
  });
});

describe('repeatedKeys', () => {
  it('finds repeated keys at every level', () => {
    const root = rootOf('{"a": {"x": 1, "x": 2}, "b": [{"y": 1, "y": 2}], "a": 1}');
    expect(repeatedKeys(root)).toEqual([['a', 'x'], ['b', 0, 'y'], ['a']]);
  });
});
