import { describe, expect, it } from 'vitest';
import { announcesSecret, isSecret, redactText } from './redact';

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
  ])('leaves %j alone', (text) => {
    expect(redactText(text)).toBe(text);
  });

  it('is quick on long hostile text', () => {
    const started = performance.now();
    for (const part of ['key', 'sk-', 'eyJ', 'bearer ', '://a:', '-----BEGIN ', 'key="', ' ']) {
      redactText(part.repeat(3_000));
    }
    expect(performance.now() - started).toBeLessThan(1_000);
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

describe('announcesSecret', () => {
  it('knows flags that take a secret', () => {
    expect(announcesSecret('--api-key')).toBe(true);
    expect(announcesSecret('--model')).toBe(false);
    expect(announcesSecret('a key')).toBe(false);
    expect(announcesSecret(undefined)).toBe(false);
  });
});
