import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { REDACTED, secretValues } from '#main/base/secrets/secretValues';
import { propertyRuns } from '#test/support/propertyRuns';
import { LogValueWriter } from './logValue';

const write = (value: unknown) => new LogValueWriter().write(value);

describe('LogValueWriter', () => {
  it('writes errors with their cause and extra fields', () => {
    const cause = Object.assign(new Error('no such file'), { code: 'ENOENT' });
    const error = new TypeError('cannot open', { cause });
    expect(write(error)).toMatchObject({
      name: 'TypeError',
      message: 'cannot open',
      stack: expect.stringContaining('logValue.test.ts'),
      cause: { name: 'Error', message: 'no such file', code: 'ENOENT' },
    });
    expect(write(new AggregateError([new Error('one')], 'many'))).toMatchObject({
      message: 'many',
      errors: [{ message: 'one' }],
    });
  });

  it('breaks cycles but repeats a value that occurs twice', () => {
    const shared = { a: 1 };
    const value: Record<string, unknown> = { first: shared, second: shared };
    value.self = value;
    expect(write(value)).toEqual({ first: { a: 1 }, second: { a: 1 }, self: '[circular]' });
  });

  it('writes no secret of digits as a number', () => {
    const entry = secretValues.add(['4929123412341234']);
    onTestFinished(() => entry.dispose());
    expect(write({ code: 4929123412341234, other: 12 })).toEqual({ code: REDACTED, other: 12 });
  });

  it('describes values that JSON cannot represent', () => {
    const date = new Date('2026-01-02T03:04:05.678Z');
    expect(
      write({
        date,
        url: new URL('https://example.com/'),
        map: new Map([['a', 1]]),
        set: new Set([1]),
        bytes: Buffer.from('abc'),
        big: 10n,
        nan: Number.NaN,
        run: () => 1,
        sign: Symbol('x'),
        nothing: null,
      }),
    ).toEqual({
      date: '2026-01-02T03:04:05.678Z',
      url: 'https://example.com/',
      map: { a: 1 },
      set: [1],
      bytes: '[3 bytes]',
      big: '10',
      nan: 'NaN',
      run: '[function]',
      sign: '[symbol]',
      nothing: null,
    });
  });

  it('survives objects that throw when read', () => {
    const hostile = {
      get trap(): string {
        throw new Error('no');
      },
    };
    const revoked = Proxy.revocable({}, {});
    revoked.revoke();
    expect(write({ hostile })).toEqual({ hostile: '[unreadable: no]' });
    expect(write([revoked.proxy])).toEqual([expect.stringContaining('[unreadable')]);
  });

  it('truncates long strings, long lists, deep nesting and large totals', () => {
    expect(write('x'.repeat(10_000))).toBe(`${'x'.repeat(8_192)}…[cut from 10000 characters]`);
    expect((write(Array(150).fill(0)) as unknown[]).at(-1)).toBe('…[50 more]');
    let deep: unknown = 'bottom';
    for (let level = 0; level < 20; level++) deep = { deep };
    expect(JSON.stringify(write(deep))).toContain('[cut]');
    const wide = Array.from({ length: 100 }, () => 'y'.repeat(8_000));
    expect(JSON.stringify(write(wide)).length).toBeLessThan(80_000);
  });

  it('keeps keys named like members of the prototype', () => {
    const value = JSON.parse('{"__proto__": {"a": 1}}');
    expect(JSON.stringify(write(value))).toBe('{"__proto__":{"a":1}}');
  });

  it('hides the argument after a secret flag', () => {
    expect(write(['--api-key', 'hunter2', 'go'])).toEqual(['--api-key', '[redacted]', 'go']);
  });

  it('never writes a secret, wherever it is and wherever the text is cut', () => {
    const canary = 'cAnArY0123456789cAnArY0123456789';
    const place = fc.constantFrom<(secret: string, rest: unknown) => unknown>(
      (secret, rest) => ({ apiKey: secret, rest }),
      (secret, rest) => ({ rest, env: { GITHUB_TOKEN: secret } }),
      (secret, rest) => [rest, `sk-${secret}`],
      (secret, rest) => ({ [`ghp_${secret}`]: rest }),
      (secret, rest) => [`curl -H "Authorization: Bearer ${secret}"`, rest],
      (secret, rest) => new Error(`refused ghp_${secret}`, { cause: rest }),
      (secret, rest) =>
        new Map<string, unknown>([
          [`password`, { deep: secret }],
          ['rest', rest],
        ]),
      (secret, rest) => [`${'x '.repeat(4_090)}Bearer ${secret}`, rest],
    );
    fc.assert(
      fc.property(place, fc.anything(), fc.nat({ max: 40 }), (build, rest, padding) => {
        const value = { padding: ' '.repeat(padding), body: build(canary, rest) };
        const line = JSON.stringify(write(value));
        expect(line).not.toContain(canary.slice(0, 8));
      }),
      { numRuns: propertyRuns(500) },
    );
  });
});
