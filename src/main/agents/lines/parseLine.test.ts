import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseLine } from './parseLine';

const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

describe('parseLine', () => {
  it('accepts objects and nothing else', () => {
    expect(parseLine('{"id":1}')).toEqual({ type: 'message', value: { id: 1 } });
    expect(parseLine('  {"id":1} ')).toMatchObject({ type: 'message' });
    expect(parseLine('\uFEFF{"id":1}')).toMatchObject({ type: 'message' });
    for (const text of ['[{"id":1}]', '42', 'null', '"{}"', 'DEBUG start', '{"id":', '{a:1}']) {
      expect(parseLine(text)).toEqual({ type: 'garbage' });
    }
  });

  it('passes any ordinary message on as JSON.parse gives it', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 8 })), (message) => {
        fc.pre(!JSON.stringify(message).includes('__proto__'));
        const text = JSON.stringify(message);
        expect(parseLine(text)).toEqual({ type: 'message', value: JSON.parse(text) });
      }),
    );
  });

  it('refuses deep nesting', () => {
    expect(parseLine(nested(64)).type).toBe('message');
    expect(parseLine(nested(65)).type).toBe('refused');
    const list = `{"id":7,"result":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}`;
    expect(parseLine(list)).toEqual({
      type: 'refused',
      reason: 'it is nested more than 64 levels deep',
      husk: { id: 7 },
    });
  });

  it('refuses too many values', () => {
    const wide = (count: number) => `{"method":"m","params":[${'0,'.repeat(count - 3)}0]}`;
    expect(parseLine(wide(100_000)).type).toBe('message');
    expect(parseLine(wide(100_001))).toMatchObject({ type: 'refused', husk: { method: 'm' } });
    const keys = Array.from({ length: 100_001 }, (_, index) => `"${index}x":{}`).join();
    expect(parseLine(`{${keys}}`).type).toBe('refused');
  });

  it.each(['"__proto__"', '"__\\u0070roto__"'])('refuses a member named %s', (name) => {
    const parsed = parseLine(`{"id":1,"method":"m","params":{${name}:{"polluted":true}}}`);
    expect(parsed).toMatchObject({ type: 'refused', husk: { id: 1, method: 'm' } });
    const top = parseLine(`{${name}:{"polluted":true},"id":"x"}`);
    if (top.type !== 'refused') throw new Error('let in');
    expect(Object.getOwnPropertyNames(top.husk)).toEqual(['id']);
    expect(Object.getPrototypeOf(top.husk)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('keeps only the id and short members of what it refuses', () => {
    const members = Array.from({ length: 200_000 }, (_, index) => `"k${index}":${index}`).join();
    const long = 'x'.repeat(2_000);
    const parsed = parseLine(`{"long":"${long}","id":null,"ok":true,${members}}`);
    if (parsed.type !== 'refused') throw new Error('let in');
    expect(parsed.husk).toMatchObject({ id: null, ok: true, k0: 0 });
    expect(Object.keys(parsed.husk)).toHaveLength(16);
  });
});
