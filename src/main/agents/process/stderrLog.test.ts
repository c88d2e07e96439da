import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { nextValue } from '#main/base/emitter';
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

  it('tells of a flood in small bites and holds no more than its ring', async () => {
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

  it('tells of a single line without being asked', async () => {
    const { stream, log } = createLog();
    stream.write('starting\n');
    expect(await nextValue(log.onDidWrite)).toEqual({ text: 'starting\n', bytes: 9 });
  });
});
