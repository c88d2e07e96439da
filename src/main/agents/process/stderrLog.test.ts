import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { nextValue } from '#main/base/emitter';
import { secretValues } from '#main/base/secrets/secretValues';
import { StderrLog, type StderrNews } from './stderrLog';

function createLog() {
  const stream = new PassThrough();
  const log = new StderrLog(stream);
  onTestFinished(() => log.dispose());
  return { stream, log };
}

describe('StderrLog', () => {
  it('shows the tail without colours and secrets, from the start of a line', async () => {
    const { stream, log } = createLog();
    stream.write('first line\n\u001b[31mOPENAI_API_KEY=abcdefgh1234\u001b[0m\nlást\n');
    await setImmediate();
    expect(log.tail()).toBe('first line\nOPENAI_API_KEY=[redacted]\nlást\n');
    expect(log.tail(10)).toBe('lást\n');
  });

  it('reports a flood in small pieces and holds no more than its buffer', async () => {
    const { stream, log } = createLog();
    const news: StderrNews[] = [];
    log.onDidWrite((item) => news.push(item));
    const chunk = Buffer.from(`${'x'.repeat(63)}\n`.repeat(1024));
    for (let index = 0; index < 500; index++) {
      if (!stream.write(chunk)) await setImmediate();
    }
    await setImmediate();
    log.flush();
    expect(news.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(500 * chunk.length);
    expect(Math.max(...news.map(({ text }) => text.length))).toBeLessThanOrEqual(16 * 1024);
    expect(log.tail(10_000_000).length).toBeLessThanOrEqual(256 * 1024);
  });

  it('reports a single line without being asked', async () => {
    const { stream, log } = createLog();
    stream.write('starting\n');
    expect(await nextValue(log.onDidWrite)).toEqual({ text: 'starting\n', bytes: 9 });
  });

  it('hides a secret that arrives in two writes', async () => {
    const secret = 'opaque-Value-12345678';
    const known = secretValues.add([secret]);
    onTestFinished(() => known.dispose());
    for (let at = 1; at < secret.length; at++) {
      const { stream, log } = createLog();
      const news: string[] = [];
      log.onDidWrite(({ text }) => news.push(text));
      stream.write(`ready\nusing ${secret.slice(0, at)}`);
      expect((await nextValue(log.onDidWrite)).text).toBe('ready\n');
      expect(log.tail()).toBe('ready\nusing ');
      stream.write(`${secret.slice(at)} now\n`);
      await setImmediate();
      log.flush();
      expect(news.join('')).toBe('ready\nusing [redacted] now\n');
      expect(log.tail()).toBe('ready\nusing [redacted] now\n');
    }
  });

  it('hides a secret in a line that never ends, and at the end of the output', async () => {
    const secret = 'opaque-Value-12345678';
    const known = secretValues.add([secret]);
    onTestFinished(() => known.dispose());
    const { stream, log } = createLog();
    const news: string[] = [];
    log.onDidWrite(({ text }) => news.push(text));
    stream.write(`${'word '.repeat(4_000)}${secret.slice(0, -1)}`);
    expect((await nextValue(log.onDidWrite)).text).toMatch(/word $/);
    stream.write(`${secret.slice(-1)} and ${secret.slice(0, 15)}`);
    await setImmediate();
    log.flush();
    expect(news.join('')).not.toContain('opaque');
    expect(news.join('')).toMatch(/and \[redacted\]$/);
  });

  it('hides every line of a private key that arrives in many writes', async () => {
    const { stream, log } = createLog();
    const news: string[] = [];
    log.onDidWrite(({ text }) => news.push(text));
    for (const line of ['-----BEGIN RSA PRIVATE KEY-----', 'bm90aGluZw', 'dG8gc2Vl']) {
      stream.write(`${line}\n`);
      await setImmediate();
      log.flush();
    }
    stream.write('-----END RSA PRIVATE KEY-----\nafter\n');
    await setImmediate();
    log.flush();
    expect(news.join('')).not.toMatch(/bm90|dG8g/);
    expect(news.join('')).toContain('after');
    expect(log.tail()).toBe('[redacted]\nafter\n');
  });

  it('starts with a whole word where a line is longer than what is shown', async () => {
    const { stream, log } = createLog();
    stream.write(`token=${'s'.repeat(300_000)} end`);
    await setImmediate();
    expect(log.tail()).toBe('end');
  });
});
