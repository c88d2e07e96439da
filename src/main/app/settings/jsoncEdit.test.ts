import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJsonc } from '#main/base/json/jsoncDocument';
import { tokensOf } from '#main/base/json/jsoncTokens';
import { propertyRuns } from '#test/support/propertyRuns';
import { removeFromJsonc, setInJsonc } from './jsoncEdit';

describe('setInJsonc', () => {
  it('replaces a value in place', () => {
    const text = '{\n  // why\n  "a": 1, // one\n  "b": [1,2] /* two */\n}\n';
    expect(setInJsonc(text, ['a'], 'x')).toBe(text.replace('1, //', '"x", //'));
  });

  it('adds a key after the comment on the last one', () => {
    expect(setInJsonc('{\n  "a": 1 // one\n}\n', ['b'], 2)).toBe(
      '{\n  "a": 1, // one\n  "b": 2\n}\n',
    );
    expect(setInJsonc('{\n\t"a": 1, // one\n\t// end\n}', ['b'], { c: [] })).toBe(
      '{\n\t"a": 1, // one\n\t"b": {\n\t\t"c": []\n\t},\n\t// end\n}',
    );
  });

  it('adds to an object on one line within the line', () => {
    expect(setInJsonc('{"a": 1}', ['b'], { c: 2 })).toBe('{"a": 1, "b": {"c":2}}');
    expect(setInJsonc('{ "a": 1, }', ['b'], 2)).toBe('{ "a": 1, "b": 2, }');
  });

  it('fills an empty object, and keeps its comments', () => {
    expect(setInJsonc('{}\n', ['a', 'b'], 1)).toBe('{\n  "a": {\n    "b": 1\n  }\n}\n');
    expect(setInJsonc('{ // nothing yet\n}', ['a'], 1)).toBe('{ // nothing yet\n  "a": 1\n}');
    expect(setInJsonc('{\n    "a": {}\n}', ['a', 'b'], 1)).toBe(
      '{\n    "a": {\n        "b": 1\n    }\n}',
    );
  });

  it('creates a document', () => {
    expect(setInJsonc('', ['a'], 1)).toBe('{\n  "a": 1\n}\n');
    expect(setInJsonc('// mine', ['a'], 1)).toBe('// mine\n{\n  "a": 1\n}\n');
  });

  it('keeps Windows line ends', () => {
    expect(setInJsonc('{\r\n  "a": 1\r\n}\r\n', ['b'], { c: 1 })).toBe(
      '{\r\n  "a": 1,\r\n  "b": {\r\n    "c": 1\r\n  }\r\n}\r\n',
    );
  });

  it('sets and appends items of lists', () => {
    expect(setInJsonc('{"a": [1, 2]}', ['a', 1], 3)).toBe('{"a": [1, 3]}');
    expect(setInJsonc('{"a": [1, 2]}', ['a', 2], 3)).toBe('{"a": [1, 2, 3]}');
    expect(setInJsonc('{"a": []}', ['b', 0], 3)).toBe('{"a": [], "b": [3]}');
  });

  it('refuses what cannot hold the next segment', () => {
    expect(setInJsonc('{"a": 1}', ['a', 'b'], 2)).toBeUndefined();
    expect(setInJsonc('{"a": [1]}', ['a', 'b'], 2)).toBeUndefined();
    expect(setInJsonc('{"a": [1]}', ['a', 5], 2)).toBeUndefined();
    expect(setInJsonc('{}', ['a', 5], 2)).toBeUndefined();
    expect(setInJsonc('[]', ['a'], 2)).toBeUndefined();
  });

  it('sets the effective one of two equal keys', () => {
    expect(setInJsonc('{"a": 1, "a": 2}', ['a'], 3)).toBe('{"a": 1, "a": 3}');
  });
});

describe('removeFromJsonc', () => {
  it('removes the line of a key and keeps the comments around it', () => {
    const text = '{\n  "a": 1, // one\n  // about b\n  "b": {\n    "c": 2\n  },\n  "d": 4\n}\n';
    expect(removeFromJsonc(text, ['b'])).toBe('{\n  "a": 1, // one\n  // about b\n  "d": 4\n}\n');
    expect(removeFromJsonc(text, ['d'])).toBe(text.replace('},\n  "d": 4', '}'));
    expect(removeFromJsonc(text, ['a'])).toBe(text.replace('"a": 1, ', ''));
  });

  it('removes within a line', () => {
    expect(removeFromJsonc('{ "a": 1, "b": 2 }', ['a'])).toBe('{ "b": 2 }');
    expect(removeFromJsonc('{ "a": 1, "b": 2 }', ['b'])).toBe('{ "a": 1 }');
    expect(removeFromJsonc('{ "a": 1 }', ['a'])).toBe('{ }');
    expect(removeFromJsonc('[1, 2, 3]', [1])).toBe('[1, 3]');
  });

  it('removes every key of that name', () => {
    expect(removeFromJsonc('{"a": 1, "b": 2, "a": 3}', ['a'])).toBe('{"b": 2}');
  });

  it('ignores what does not exist', () => {
    expect(removeFromJsonc('{"a": 1}', ['b'])).toBe('{"a": 1}');
    expect(removeFromJsonc('', ['b'])).toBe('');
  });
});

/** Random documents with comments, line breaks and trailing commas in every place that has one. */
const trivia = fc.constantFrom('', '', '', ' ', '\n', '\n  ', '\t', '/*x*/', ' // y\n', '\r\n');
const gaps = fc.infiniteStream(trivia);
const keys = fc.constantFrom('a', 'b', 'c', '__proto__', 'é"\\');

function print(value: unknown, gap: () => string): string {
  const list = (open: string, items: string[], close: string) => {
    const comma = items.length > 0 && gap() === '\n' ? `,${gap()}` : '';
    return `${open}${gap()}${items.join(`${gap()},${gap()}`)}${gap()}${comma}${close}`;
  };
  if (Array.isArray(value))
    return list(
      '[',
      value.map((item) => print(item, gap)),
      ']',
    );
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(
    ([key, item]) => `${JSON.stringify(key)}${gap()}:${gap()}${print(item, gap)}`,
  );
  return list('{', entries, '}');
}

const leaf = fc.oneof(fc.integer(), fc.boolean(), fc.constant(null), fc.string({ maxLength: 5 }));
const inner = fc.dictionary(keys, fc.oneof(leaf, fc.array(leaf, { maxLength: 3 })));
const content = fc.dictionary(keys, fc.oneof(leaf, inner));
const documents = fc
  .tuple(content, gaps)
  .map(([value, stream]) => print(value, () => stream.next().value ?? ''));
const paths = fc.oneof(fc.tuple(keys), fc.tuple(keys, keys));

const commentsOf = (text: string) =>
  [...tokensOf(text)]
    .filter((token) => token.kind === 'comment')
    .map((token) => text.slice(token.offset, token.end));

const toValue = (text: string) => {
  const document = parseJsonc(text);
  return document.ok ? document.value : expect.fail(JSON.stringify(document.errors));
};

const get = (value: unknown, path: readonly string[]) =>
  path.reduce<unknown>(
    (each, key) =>
      typeof each === 'object' && each !== null && Object.hasOwn(each, key)
        ? Object.getOwnPropertyDescriptor(each, key)?.value
        : undefined,
    value,
  );

describe('any JSONC document', () => {
  it('has a value after it is set, and loses no comment', () => {
    fc.assert(
      fc.property(documents, paths, leaf, (text, path, value) => {
        const before = get(toValue(text), path);
        const after = setInJsonc(text, path, value);
        if (after === undefined) return;
        expect(get(toValue(after), path)).toEqual(value);
        // Comments inside what was replaced go with it.
        if (typeof before !== 'object') expect(commentsOf(after)).toEqual(commentsOf(text));
      }),
      { numRuns: propertyRuns(2_000) },
    );
  });

  it('has no value after it is removed, and loses no comment', () => {
    fc.assert(
      fc.property(documents, paths, (text, path) => {
        const before = get(toValue(text), path);
        const after = removeFromJsonc(text, path);
        expect(get(toValue(after), path)).toBeUndefined();
        if (typeof before !== 'object') {
          // Those between a key and its value are about that value.
          expect(commentsOf(text)).toEqual(expect.arrayContaining(commentsOf(after)));
        }
        const [first] = path;
        const others = (value: unknown) =>
          Object.entries(value as object).filter(([key]) => key !== first);
        expect(others(toValue(after))).toEqual(others(toValue(text)));
      }),
      { numRuns: propertyRuns(2_000) },
    );
  });

  it('is unchanged after a new key is set and removed again', () => {
    fc.assert(
      fc.property(documents, leaf, (text, value) => {
        const added = setInJsonc(text, ['new'], value) ?? expect.fail('not set');
        expect(toValue(removeFromJsonc(added, ['new']))).toEqual(toValue(text));
        expect(commentsOf(removeFromJsonc(added, ['new']))).toEqual(commentsOf(text));
      }),
      { numRuns: propertyRuns(1_000) },
    );
  });
});
