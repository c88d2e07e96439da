import { randomBytes } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { REDACTED, SecretValues } from './secretValues';

const secret = 'opaque/Value+1234';

function knowing(...values: readonly string[]): SecretValues {
  const known = new SecretValues();
  const entry = known.add(values);
  onTestFinished(() => entry.dispose());
  return known;
}

const inUnicode = (text: string) =>
  text.replace(/./gsu, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
const inJson = (text: string) => JSON.stringify(text).slice(1, -1);

/** How ordinary programs escape a text. */
const escapedForms: Readonly<Record<string, (text: string) => string>> = {
  'of JSON': inJson,
  'of JSON in JSON': (text) => inJson(inJson(text)),
  'of JSON by PHP': (text) => inJson(text).replaceAll('/', '\\/'),
  'of JSON by Go': (text) => inJson(text).replace(/[&<>]/g, inUnicode),
  'of JSON by Python': (text) => inJson(text).replace(/[\u0080-\uffff]/g, inUnicode),
  'of JSON, all escaped': inUnicode,
  'of JSON in JSON, all escaped': (text) => inJson(inUnicode(text)),
  'of an address': encodeURIComponent,
  'of an address, in small letters': (text) =>
    encodeURIComponent(text).replace(/%../g, (code) => code.toLowerCase()),
  'of an address, by Python': (text) => encodeURIComponent(text).replaceAll('%2F', '/'),
  'of an address, all escaped': (text) =>
    [...Buffer.from(text)].map((byte) => `%${byte.toString(16)}`).join(''),
  'of an address in an address': (text) => encodeURIComponent(encodeURIComponent(text)),
  'of a form': (text) => new URLSearchParams({ q: text }).toString().slice(2),
  'of HTML': (text) =>
    text
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#39;'),
  'of a shell': (text) => text.replace(/[^\w]/g, '\\$&'),
  'of hex in both cases': (text) =>
    Buffer.from(text)
      .toString('hex')
      .replace(/[a-f]/, (digit) => digit.toUpperCase()),
};

describe('SecretValues', () => {
  it.each([
    secret,
    `before${secret}after`,
    JSON.stringify({ text: `say "${secret}"` }),
    `https://example.com/?q=${encodeURIComponent(secret)}`,
    ...['', 'a', 'ab', 'abc', 'user:'].flatMap((before) => {
      const bytes = Buffer.from(`${before}${secret} and more`);
      return [bytes.toString('base64'), bytes.toString('base64url')];
    }),
    Buffer.from(secret).toString('base64'),
    Buffer.from(`x${secret}`).toString('hex'),
    Buffer.from(secret).toString('hex').toUpperCase(),
  ])('removes the value from %j', (text) => {
    const redacted = knowing(secret).redact(text);
    expect(redacted).toContain(REDACTED);
    for (const spelling of ['utf8', 'base64', 'base64url', 'hex'] as const) {
      expect(Buffer.from(redacted.replaceAll(REDACTED, ''), spelling).toString()).not.toContain(
        secret.slice(0, 6),
      );
    }
  });

  it.each(Object.entries(escapedForms))('removes it from text %s', (_, form) => {
    const odd = `Ab3/x9+&<q7>é~!*'5%d k"w\\z-17`;
    const known = knowing(odd);
    const text = form(odd);
    expect(known.redact(`before ${text} after`)).toBe(`before ${REDACTED} after`);
    expect(known.redact(`${text}${text}`)).toBe(REDACTED + REDACTED);
    for (let at = 1; at < text.length; at++) {
      const [begun, rest] = [`It is ${text.slice(0, at)}`, text.slice(at)];
      const unfinished = known.unfinishedLength(begun);
      const held = begun.slice(begun.length - unfinished);
      expect(begun.slice(0, begun.length - unfinished)).toMatch(/^It is ?$/);
      expect(known.redact(`${held}${rest}.`).trimStart()).toBe(`${REDACTED}.`);
    }
  });

  it('recognises base64 that is wrapped, and long values to their end', () => {
    const long = randomBytes(2_400).toString('base64url');
    const known = knowing(long);
    expect(known.redact(`a ${long} b`)).toMatch(/^a (?:\[redacted\])+ b$/);
    for (const eol of ['\n', '\r\n', '\\n', '\\r\\n']) {
      const wrapped = Buffer.from(long).toString('base64').replace(/.{76}/g, `$&${eol}`);
      expect(known.redact(wrapped).replaceAll(REDACTED, '').length).toBeLessThan(32);
    }
    expect(known.redact('plain\nlines\nof text')).toBe('plain\nlines\nof text');
  });

  it('removes a part of a secret at the edges of a truncated text', () => {
    const known = knowing(secret);
    for (const form of Object.values(escapedForms)) {
      const text = form(secret);
      expect(known.redactBeginning(`x ${text.slice(0, -1)}`)).toBe(`x ${REDACTED}`);
      expect(known.redactPiece(`${text.slice(1)} x`)).toBe(`${REDACTED} x`);
    }
    expect(known.redactEnded('it is opaque')).toBe('it is opaque');
    expect(known.redactEnded(`it is ${secret.slice(0, -4)}`)).toBe(`it is ${REDACTED}`);
  });

  it('recognises a value with quotes and backslashes inside JSON inside a string', () => {
    const odd = 'a"b\\c-1234567';
    const text = JSON.stringify({ input: JSON.stringify(odd) });
    expect(knowing(odd).redact(text)).not.toContain('1234567');
  });

  it('recognises each line of a multi-line value', () => {
    const line = 'MIIEvQIBADANBgkqhkiG9w0BAQ';
    const key = `-----BEGIN PRIVATE KEY-----\n${line}\n-----END PRIVATE KEY-----`;
    const known = knowing(key);
    expect(known.redact(`it is ${line}.`)).toBe(`it is ${REDACTED}.`);
    expect(known.redact('-----BEGIN PRIVATE KEY-----')).toContain('BEGIN');
  });

  it.each([
    '',
    'true',
    'ab-1',
    '123456',
    'Secret',
    'development',
    '/home/me/.ssh/id_ed25519',
    '~/keys/a.pem',
  ])('leaves %j alone, which is too common', (value) => {
    expect(knowing(value).isEmpty).toBe(true);
  });

  it.each(['hunter2', 'pass.1', 'ab_12c'])('removes %j where it is a whole word', (short) => {
    const known = knowing(short);
    expect(known.redact(`It is ${short}, or "${short}".`)).toBe(
      `It is ${REDACTED}, or "${REDACTED}".`,
    );
    expect(known.redact(`x${short} ${short}00`)).toBe(`x${short} ${short}00`);
    expect(known.redact(Buffer.from(`x:${short}`).toString('base64'))).toContain(REDACTED);
  });

  it('searches for hundreds of values at nearly the cost of one', () => {
    const text = 'An ordinary line of text, with 1,234 numbers and/or signs.\n'.repeat(4_000);
    const cost = (count: number) => {
      const known = knowing(
        ...Array.from({ length: count }, () => randomBytes(18).toString('hex')),
      );
      known.redact(text);
      const before = process.cpuUsage();
      known.redact(text);
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    // The least of a few: garbage is collected in between now and then.
    const least = (count: number) => Math.min(...Array.from({ length: 5 }, () => cost(count)));
    const few = Math.max(least(2), 200);
    expect(least(200) / few).toBeLessThan(20);
  });

  it('forgets a value once everyone who added it has disposed it', () => {
    const known = new SecretValues();
    const first = known.add([secret]);
    const second = known.add([secret]);
    first.dispose();
    expect(known.redact(secret)).toBe(REDACTED);
    second.dispose();
    expect(known.redact(secret)).toBe(secret);
  });

  it('replaces a number that is a secret with 0', () => {
    const known = knowing('4929123412341234');
    const event = { type: 'usage.updated', usage: { used: 4929123412341234, size: 12 } };
    expect(known.redactMembers(event)).toEqual({ ...event, usage: { used: 0, size: 12 } });
  });

  it('keeps ids without a secret, and keeps ids with different secrets distinct', () => {
    const known = knowing(secret);
    const clean = { text: 'nothing', toolCallId: 'one', list: [1, null, { deep: true }] };
    expect(known.redactMembers(clean)).toBe(clean);
    const redacted = known.redactMembers({
      type: 'it',
      toolCallId: secret,
      messageId: `${secret}2`,
      list: [{ text: `x ${secret}`, [secret]: 1, id: secret }],
    });
    expect(redacted.list).toEqual([
      { text: `x ${REDACTED}`, [REDACTED]: 1, id: redacted.toolCallId },
    ]);
    expect(redacted.toolCallId).toMatch(/^hidden-[0-9a-f]{24}$/);
    expect(redacted.messageId).not.toBe(redacted.toolCallId);
  });

  it('removes parts of the value from pieces of a text', () => {
    const known = knowing(secret);
    for (let at = 5; at <= secret.length - 5; at++) {
      expect(known.redactPiece(`It is ${secret.slice(0, at)}`)).toBe(`It is ${REDACTED}`);
      expect(known.redactPiece(`${secret.slice(at)}.`)).toBe(`${REDACTED}.`);
    }
    expect(known.redactPiece(secret.slice(3, 12))).toBe(REDACTED);
    expect(known.redactPiece('of no interest')).toBe('of no interest');
  });

  it('returns how much of a text may be the start of a secret', () => {
    const known = knowing(secret);
    expect(known.unfinishedLength('nothing here')).toBe(0);
    for (let length = 1; length < secret.length; length++) {
      expect(known.unfinishedLength(`text ${secret.slice(0, length)}`)).toBe(length);
    }
  });

  it('does not treat the end of a whole secret as the start of another one', () => {
    const alike = 'ab-12345678-ab';
    expect(knowing(alike).unfinishedLength(`text ${alike}`)).toBe(0);
    expect(knowing(alike).unfinishedLength(`text ${alike}ab-1`)).toBe(4);
    const longer = `${alike}-and-more`;
    expect(knowing(alike, longer).unfinishedLength(`text ${alike}`)).toBe(alike.length);
  });
});
