import { describe, expect, it } from 'vitest';
import { canonicalHost, parseDestination, parseHostRule, permitOf, ruleFor } from './hostRule';

function rules(...texts: string[]) {
  return texts.map((text) => {
    const parsed = parseHostRule(text);
    if (!parsed.ok) throw new Error(parsed.error.message);
    return parsed.value;
  });
}

describe('the one spelling of a host', () => {
  it.each([
    ['example.com', 'example.com'],
    ['EXAMPLE.Com', 'example.com'],
    ['example.com.', 'example.com'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['ｅｘａｍｐｌｅ.com', 'example.com'],
    ['example。com', 'example.com'],
    ['my_host-1.test', 'my_host-1.test'],
    ['localhost', 'localhost'],
    ['127.0.0.1', '127.0.0.1'],
    ['127.0.0.1.', '127.0.0.1'],
    ['127.1', '127.0.0.1'],
    ['2130706433', '127.0.0.1'],
    ['0x7f000001', '127.0.0.1'],
    ['0177.0.0.01', '127.0.0.1'],
    ['0x7f.1', '127.0.0.1'],
    ['0', '0.0.0.0'],
    ['[::1]', '::1'],
    ['[0:0:0:0:0:0:0:1]', '::1'],
    ['[::FFFF:127.0.0.1]', '::ffff:7f00:1'],
  ])('of %j is %j', (text, host) => {
    expect(canonicalHost(text)).toBe(host);
  });

  it.each([
    '',
    '.',
    '..',
    'a..b',
    '.example.com',
    'example.com..',
    'user@example.com',
    'example.com@evil.test',
    'example.com/path',
    'example.com\\evil.test',
    'example.com?x',
    'example.com#x',
    'example.com:80',
    'exa mple.com',
    ' example.com',
    'example.com\n',
    'example.com\0',
    'exa%6dple.com',
    'a\u200bb.com',
    'a\u202eb.com',
    '*.example.com',
    '256.256.256.256',
    '1.2.3.4.5',
    '999999999999',
    '::1',
    '[::1',
    '[::1%25eth0]',
    '[::1]x',
    '[example.com]',
    `${'a'.repeat(64)}.com`,
    `${'a.'.repeat(130)}com`,
    'x'.repeat(2_000),
  ])('there is none of %j', (text) => {
    expect(canonicalHost(text)).toBeNull();
  });
});

describe('a destination', () => {
  it.each([
    ['example.com:443', { host: 'example.com', port: 443 }],
    ['Example.COM.:8443', { host: 'example.com', port: 8443 }],
    ['[::1]:80', { host: '::1', port: 80 }],
    ['2130706433:80', { host: '127.0.0.1', port: 80 }],
    ['example.com:00443', { host: 'example.com', port: 443 }],
  ])('%j is read', (text, destination) => {
    expect(parseDestination(text, null)).toEqual(destination);
  });

  it.each([
    'example.com',
    'example.com:',
    'example.com:0',
    'example.com:65536',
    'example.com:-1',
    'example.com:+443',
    'example.com:4 43',
    'example.com:443:443',
    'allowed.test:443@evil.test:443',
    'allowed.test@evil.test:443',
    'allowed.test/evil.test:443',
    '::1:443',
    ':443',
  ])('%j is none', (text) => {
    expect(parseDestination(text, null)).toBeNull();
  });

  it('has the usual port where it names none', () => {
    expect(parseDestination('example.com', 80)).toEqual({ host: 'example.com', port: 80 });
  });
});

describe('an entry of a list of hosts', () => {
  it.each([
    ['api.example.com', { host: 'api.example.com', isWildcard: false, port: null }],
    ['*.Example.org', { host: 'example.org', isWildcard: true, port: null }],
    ['*.example.org:8443', { host: 'example.org', isWildcard: true, port: 8443 }],
    ['registry.example:443', { host: 'registry.example', isWildcard: false, port: 443 }],
    ['127.0.0.1:11434', { host: '127.0.0.1', isWildcard: false, port: 11_434 }],
    ['[::1]:8080', { host: '::1', isWildcard: false, port: 8080 }],
    ['bücher.example', { host: 'xn--bcher-kva.example', isWildcard: false, port: null }],
  ])('%j is read', (text, rule) => {
    expect(parseHostRule(text)).toEqual({ ok: true, value: rule });
  });

  it.each([
    ['', 'not a host'],
    ['*', 'not a host'],
    ['*.', 'not a host'],
    ['*.com', 'too much'],
    ['*.127.0.0.1', 'an address'],
    ['a.*.com', 'not a host'],
    ['https://example.com', 'no valid port'],
    ['example.com/path', 'not a host'],
    ['user@example.com', 'not a host'],
    ['example.com:', 'no valid port'],
    ['example.com:http', 'no valid port'],
    ['example.com:0', 'no valid port'],
    ['example.com:99999', 'no valid port'],
    ['127.1:80', 'Write “127.1:80” as 127.0.0.1'],
    ['2130706433', 'as 127.0.0.1'],
    ['[0:0::1]:80', 'as [::1]'],
    ['::1', 'no valid port'],
  ])('%j is refused: %s', (text, words) => {
    const parsed = parseHostRule(text);
    expect(parsed).toMatchObject({ ok: false, error: { code: 'invalid-input' } });
    expect(parsed.ok || parsed.error.message).toContain(words);
  });
});

describe('a list of hosts', () => {
  const list = rules('api.example.com', '*.example.org', 'registry.example:5000', '[::1]:8080');

  it.each([
    ['api.example.com', 443, 'public'],
    ['api.example.com', 80, 'public'],
    ['api.example.com', 22, null],
    ['example.com', 443, null],
    ['sub.api.example.com', 443, null],
    ['notapi.example.com', 443, null],
    ['a.example.org', 443, 'public'],
    ['a.b.example.org', 443, 'public'],
    ['example.org', 443, null],
    ['evilexample.org', 443, null],
    ['a.example.org', 8443, null],
    ['example.org.evil.test', 443, null],
    ['registry.example', 5000, 'explicit'],
    ['registry.example', 443, null],
    ['::1', 8080, 'explicit'],
    ['::1', 80, null],
    ['127.0.0.1', 8080, null],
  ] as const)('lets %s be reached at %i: %s', (host, port, permit) => {
    expect(permitOf(list, { host, port })).toBe(permit);
  });

  it('takes a wildcard with a port for no explicit entry', () => {
    const host = { host: 'a.example.org', port: 8443 };
    expect(permitOf(rules('*.example.org:8443'), host)).toBe('public');
    expect(permitOf(rules('*.example.org:8443', 'a.example.org:8443'), host)).toBe('explicit');
  });

  it('lets nothing be reached if it is empty', () => {
    expect(permitOf([], { host: 'example.com', port: 443 })).toBeNull();
  });

  it.each([
    [{ host: 'example.com', port: 443 }, 'public', 'example.com'],
    [{ host: 'example.com', port: 443 }, 'explicit', 'example.com:443'],
    [{ host: 'example.com', port: 22 }, 'public', 'example.com:22'],
    [{ host: '::1', port: 8080 }, 'public', '[::1]:8080'],
  ] as const)('%j is allowed by the narrowest entry (%s)', (destination, permit, text) => {
    expect(ruleFor(destination, permit)).toBe(text);
    expect(permitOf(rules(text), destination)).not.toBeNull();
  });
});
