import { array, assert, constantFrom, integer, property, tuple } from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { propertyRuns } from '#test/support/propertyRuns';
import { redactTokens } from './redact';
import { RedactionStream } from './redactionStream';
import { REDACTED, secretValues } from './secretValues';

const secret = 'opaque value/1234-opaque';
const token = 'sk-abcdefghij0123456789';
const key = `-----BEGIN RSA PRIVATE KEY-----\n${'MIIEvQIBADANBgkq\n'.repeat(40)}-----END RSA PRIVATE KEY-----`;

function know(): void {
  const known = secretValues.add([secret]);
  onTestFinished(() => known.dispose());
}

function streamed(text: string, lengths: readonly number[]): string {
  const stream = new RedactionStream();
  let out = '';
  for (let start = 0, turn = 0; start < text.length; turn++) {
    const length = lengths[turn % lengths.length] ?? 1;
    out += stream.push(text.slice(start, start + length));
    start += length;
  }
  return out + stream.end();
}

const whole = (text: string) => redactTokens(secretValues.redact(text));

describe('RedactionStream', () => {
  it('gives the same result as the whole text, however it is split', () => {
    know();
    const parts = {
      secret,
      begun: secret.slice(0, 12),
      cut: secret.slice(3),
      address: encodeURIComponent(secret),
      hex: Buffer.from(secret).toString('hex'),
      token,
      word: `task-${token}`,
      key,
      escapedKey: key.replaceAll('\n', '\\n'),
      certificate: '-----BEGIN CERTIFICATE-----',
      quote: '"',
      space: ' ',
      newline: '\n',
      x: 'x',
    };
    const names = Object.keys(parts) as (keyof typeof parts)[];
    const filler = tuple(constantFrom('x y, ', 'line\n', 'a"b'), integer({ min: 1, max: 30_000 }));
    const story = array(tuple(array(constantFrom(...names), { maxLength: 4 }), filler), {
      maxLength: 6,
    });
    const lengths = array(integer({ min: 1_000, max: 65_536 }), { minLength: 1, maxLength: 5 });
    assert(
      property(story, lengths, (all, some) => {
        const text = all
          .map(
            ([some, [word, count]]) =>
              some.map((name) => parts[name]).join('') + word.repeat(count),
          )
          .join('');
        expect(streamed(text, some) === whole(text)).toBe(true);
      }),
      { numRuns: propertyRuns(60) },
    );
  });

  it.each([
    ['secret', secret],
    ['token', token],
    ['key', key.replaceAll('\n', '\\n')],
  ])('hides every part of a %s at any cut of a line without words', (_, hidden) => {
    know();
    for (let before = 65_536 - 200; before < 65_536 + 20; before += 3) {
      const text = `${'x'.repeat(before)}"${hidden}"${'y'.repeat(65_536)}-${hidden} end`;
      expect(streamed(text, [65_536]) === whole(text)).toBe(true);
    }
  });

  it.each([
    ['secret', secret],
    ['token', token],
    ['key', key],
  ])(
    'hides every part of a %s in the last line that has come, which has not ended',
    (_, hidden) => {
      know();
      for (let before = 65_536 - 80; before < 65_536 + 20; before += 3) {
        const text = `one line\n${'x '.repeat(before / 2)}"${hidden}" end\n`;
        expect(streamed(text, [65_536]) === whole(text)).toBe(true);
      }
    },
  );

  it('hides a token that is longer than its buffer', () => {
    const text = `a eyJ${'x'.repeat(300_000)} b`;
    expect(streamed(text, [65_536])).toBe(`a ${REDACTED} b`);
  });

  it('shows what follows long after the start of a key that never ends', () => {
    const text = `-----BEGIN PRIVATE KEY-----\n${'abc\n'.repeat(50_000)}the end`;
    const shown = streamed(text, [65_536]);
    expect(shown.startsWith(REDACTED)).toBe(true);
    expect(shown.length).toBeLessThan(text.length - 64_000);
    expect(shown).toContain('the end');
  });
});
