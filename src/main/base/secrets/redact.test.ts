import { describe, expect, it, onTestFinished } from 'vitest';
import { redactArguments, redactJson, redactMessage, redactText } from './redact';
import { isSecret } from './secretNames';
import { REDACTED, secretValues } from './secretValues';

describe('redactText', () => {
  const secret = 'Zm9vYmFyYmF6cXV4MTIzNDU2Nzg5MA';

  it.each([
    `sk-${secret}`,
    `sk-ant-api03-${secret}`,
    `ghp_${secret}`,
    `github_pat_11AB_${secret}`,
    `Bearer ${secret}`,
    `authorization: bearer ${secret}`,
    `Authorization: Basic ${secret}`,
    `'authorization': '${secret} and more'`,
    `{"apiKey":"${secret}"}`,
    `OPENAI_API_KEY=${secret}`,
    `--token=${secret}`,
    `password: '${secret}'`,
    `https://user:${secret}@example.com/path`,
    `eyJ${secret}.${secret}.${secret}`,
    `-----BEGIN RSA PRIVATE KEY-----\n${secret}\n-----END RSA PRIVATE KEY-----`,
    `-----BEGIN PRIVATE KEY-----\n${secret}\n`,
    `sk-abcdefgh-----BEGIN PRIVATE KEY-----\n${secret}\n-----END PRIVATE KEY-----`,
    `tool --password ${secret} --verbose`,
    `tool --client-secret '${secret}'`,
    `{\\"apiKey\\":\\"${secret}\\"}`,
    `{\\\\\\"api_key\\\\\\":\\\\\\"${secret}\\\\\\"}`,
    `"name":"X-Api-Key","value":"${secret}"`,
    `"value": "${secret}", "name": "API_TOKEN"`,
    `\\"name\\":\\"Cookie\\",\\"value\\":\\"${secret}\\"`,
    `DB_PASSWD=${secret}`,
  ])('hides the secret in %j', (text) => {
    expect(redactText(`before ${text} after`)).not.toContain(secret);
    expect(redactText(`before ${text} after`)).toMatch(/^before .*\[redacted\]/s);
  });

  it.each([
    'the task-runner-is-done, risk-assessment',
    'at Object.<anonymous> (/home/me/keyboard/tokenizer.ts:12:7)',
    'Unexpected token } in JSON at position 12',
    'https://example.com:8080/path?query=1',
    'press any key to go on',
    'spoke the bearer of news',
    'a basic understanding',
    'run with --max-tokens 4096 --verbose',
    'the option --token-limit takes a number',
  ])('leaves %j alone', (text) => {
    expect(redactText(text)).toBe(text);
  });

  it('does not hang on long hostile text', { timeout: 10_000 }, () => {
    for (const part of ['key', 'sk-', 'eyJ', 'bearer ', '://a:', '-----BEGIN ', 'key="', ' ']) {
      redactText(part.repeat(3_000));
    }
  });
});

describe('isSecret', () => {
  it.each(['apiKey', 'API_TOKEN', 'client-secret', 'Password', 'authorization'])('%s', (name) => {
    expect(isSecret(name, 'value')).toBe(true);
    expect(isSecret(name, ['value'])).toBe(true);
    expect(isSecret(name, 12345678)).toBe(true);
  });

  it('lets counts and flags through', () => {
    expect(isSecret('inputTokens', 1200)).toBe(false);
    expect(isSecret('inputTokens', '1200')).toBe(true);
    expect(isSecret('hasToken', true)).toBe(false);
    expect(isSecret('name', 'value')).toBe(false);
  });
});

describe('redactJson', () => {
  it('removes a secret of digits that is written as a number', () => {
    const entry = secretValues.add(['4929123412341234']);
    onTestFinished(() => entry.dispose());
    expect(redactJson({ list: [4929123412341234, 12] })).toEqual({ list: [REDACTED, 12] });
    expect(redactMessage('{"n":4929123412341234}')).not.toContain('49291234');
  });

  it('removes secrets and keeps numbers', () => {
    expect(
      redactJson({
        usage: { inputTokens: 1200 },
        apiKey: 'hunter2hunter2',
        args: ['--token', 'abc', 'x'],
        headers: [{ name: 'Authorization', value: 'Basic abc' }],
        text: 'my key is sk-REDACTED',
      }),
    ).toEqual({
      usage: { inputTokens: 1200 },
      apiKey: REDACTED,
      args: ['--token', REDACTED, 'x'],
      headers: [{ name: 'Authorization', value: REDACTED }],
      text: `my key is ${REDACTED}`,
    });
  });

  it('finds secrets in JSON inside a string, at any depth', () => {
    const inner = JSON.stringify({ params: { name: 'API_KEY', value: 'opaque' } });
    const outer = JSON.stringify({ body: inner });
    expect(JSON.stringify(redactJson({ text: outer }))).not.toContain('opaque');
  });

  it('hides every header value, whatever its name', () => {
    expect(redactJson({ headers: { 'X-Custom': 'opaque' } })).toEqual({
      headers: { 'X-Custom': REDACTED },
    });
    expect(redactJson({ headers: [{ name: 'X-Custom', value: 'opaque' }] })).toEqual({
      headers: [{ name: 'X-Custom', value: REDACTED }],
    });
  });

  it('hides a secret in the name of a variable', () => {
    const known = secretValues.add(['opaque-Value-1234']);
    onTestFinished(() => known.dispose());
    const env = [{ name: 'opaque-Value-1234', value: 'x' }];
    expect(redactJson({ env })).toEqual({ env: [{ name: REDACTED, value: REDACTED }] });
    const asObject = { env: { 'x-opaque-Value-1234': 'x' } };
    expect(redactJson(asObject)).toEqual({ env: { [`x-${REDACTED}`]: REDACTED } });
  });

  it('hides every value of an environment', () => {
    expect(redactJson({ env: { HOME: '/home/me' } })).toEqual({ env: { HOME: REDACTED } });
    expect(redactJson({ env: [{ name: 'HOME', value: '/home/me' }] })).toEqual({
      env: [{ name: 'HOME', value: REDACTED }],
    });
  });

  it('stops at any depth', () => {
    let deep: unknown = 'end';
    for (let depth = 0; depth < 20_000; depth++) deep = [deep];
    expect(JSON.stringify(redactJson(deep))).toContain('…');
  });
});

describe('redactMessage', () => {
  const message = JSON.stringify({
    method: 'session/new',
    params: { mcpServers: [{ name: 'x', env: [{ name: 'PLAIN', value: 'opaque-value' }] }] },
  });

  it('redacts a whole message', () => {
    expect(redactMessage(message)).toBe(message.replace('opaque-value', REDACTED));
  });

  it('hides every part of a secret, wherever a message was cut', () => {
    for (let end = 1; end < message.length; end++) {
      const redacted = redactMessage(message.slice(0, end));
      expect(redacted).not.toContain('opaq');
      if (end > 30) expect(redacted).toContain('session/new');
    }
  });

  it('stops on hostile nesting', () => {
    expect(redactMessage('['.repeat(200_000))).toContain('…');
    expect(redactMessage('{"a":'.repeat(50_000))).toContain('…');
  });
});

describe('redactArguments', () => {
  it('hides the value after a secret option', () => {
    expect(redactArguments(['agent', '--api-key', 'abc', '--x'])).toEqual([
      'agent',
      '--api-key',
      REDACTED,
      '--x',
    ]);
  });
});
