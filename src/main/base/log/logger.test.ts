import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { MemoryLogger } from '#test/support/memoryLogger';
import { createFileLogger, type LogLevel, StructuredLogger } from './logger';

const clock = () => Date.UTC(2026, 0, 2, 3, 4, 5, 678);

function memorySink() {
  const lines: string[] = [];
  const append = (line: string) => void lines.push(line);
  return { lines, append, flush: () => Promise.resolve() };
}

describe('StructuredLogger', () => {
  it('writes one line of JSON per record', () => {
    const sink = memorySink();
    new StructuredLogger(sink, { clock }).info('window\nopened', { width: 800 });
    expect(sink.lines).toEqual([
      '{"at":"2026-01-02T03:04:05.678Z","level":"info","scope":"main","message":"window\\nopened","width":800}',
    ]);
  });

  it('nests scopes', () => {
    const sink = memorySink();
    new StructuredLogger(sink, { clock }).child('host').child('session').warn('late');
    expect(JSON.parse(sink.lines[0] ?? '')).toMatchObject({
      level: 'warn',
      scope: 'main.host.session',
    });
  });

  it.each<[LogLevel, number]>([
    ['debug', 4],
    ['info', 3],
    ['warn', 2],
    ['error', 1],
  ])('writes from level %s up', (level, count) => {
    const sink = memorySink();
    const logger = new StructuredLogger(sink, { level }).child('x');
    logger.debug('a');
    logger.info('b');
    logger.warn('c');
    logger.error('d');
    expect(sink.lines.length).toBe(count);
  });

  it('keeps fields from replacing its own', () => {
    const sink = memorySink();
    new StructuredLogger(sink, { clock }).info('real', { message: 'field', at: 1 });
    expect(JSON.parse(sink.lines[0] ?? '')).toMatchObject({
      at: '2026-01-02T03:04:05.678Z',
      message: 'real',
      message_: 'field',
      at_: 1,
    });
  });

  it('redacts the message and the fields', () => {
    const sink = memorySink();
    new StructuredLogger(sink).error('sent ghp_0123456789abcdef', { token: 'abc', error: 1 });
    expect(sink.lines[0]).not.toMatch(/0123456789|abc/);
  });

  it('writes a line even if the fields cannot be read', () => {
    const sink = memorySink();
    const fields = {
      get trap(): string {
        throw new Error('no');
      },
    };
    new StructuredLogger(sink).info('still here', fields);
    expect(JSON.parse(sink.lines[0] ?? '')).toMatchObject({
      message: 'still here',
      value: '[unreadable: no]',
    });
  });
});

describe('createFileLogger', () => {
  it('writes to airlock.log in a folder that it makes', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'airlock-logger-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const logger = createFileLogger(join(folder, 'logs'), { clock });
    logger.info('hello');
    await logger.flush();
    const text = await readFile(join(folder, 'logs', 'airlock.log'), 'utf8');
    expect(JSON.parse(text)).toMatchObject({ message: 'hello' });
  });
});

describe('MemoryLogger', () => {
  it('shares its records with its children', () => {
    const logger = new MemoryLogger();
    logger.child('x').error('failed', { code: 1 });
    expect(logger.records).toEqual([
      { level: 'error', scope: 'test.x', message: 'failed', fields: { code: 1 } },
    ]);
  });
});
