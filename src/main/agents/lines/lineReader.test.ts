import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '#test/support/propertyRuns';
import { LARGE_LINE_BYTES, MESSAGE_DEPTH } from './limits';
import { guessMethod, type Line, LineReader } from './lineReader';

/** With a copy of a line's bytes in place of where they lie. */
function plain(line: Line) {
  if (line.type === 'too-long' || line.type === 'refused') return line;
  const { buffer, start, end } = line;
  const bytes = Buffer.from(buffer.subarray(start, end));
  return { type: 'line', text: bytes.toString(), bytes } as const;
}

function readAll(chunks: readonly Uint8Array[], lineBytes?: number) {
  const reader = new LineReader(lineBytes);
  const lines: ReturnType<typeof plain>[] = [];
  for (const chunk of chunks) {
    reader.push(chunk);
    for (let line = reader.next(); line; line = reader.next()) lines.push(plain(line));
  }
  return lines;
}

const texts = (lines: ReturnType<typeof readAll>) =>
  lines.map((line) => (line.type === 'line' ? line.text : line.type));

function splitAt(bytes: Uint8Array, points: readonly number[]): Uint8Array[] {
  const ends = [...new Set(points.map((point) => point % (bytes.length + 1))), bytes.length];
  ends.sort((a, b) => a - b);
  return ends.map((end, index) => bytes.subarray(index === 0 ? 0 : ends[index - 1], end));
}

describe('LineReader', () => {
  it('reuses a returned buffer for long lines', () => {
    const reader = new LineReader();
    const buffers = new Set<Buffer>();
    for (const letter of ['a', 'b', 'c', 'd']) {
      const bytes = Buffer.from(`${letter.repeat(LARGE_LINE_BYTES + 10)}\n${letter}\n`);
      for (const part of splitAt(bytes, [70_000, 300_000])) reader.push(part);
      const [long, short] = [reader.next(), reader.next()];
      if (long?.type !== 'large' || short?.type !== 'line') throw new Error('Not read.');
      expect(long.buffer.toString('utf8', long.start, long.end)).toBe(
        letter.repeat(LARGE_LINE_BYTES + 10),
      );
      expect(short.text).toBe(letter);
      buffers.add(long.buffer);
      reader.giveBack(long.buffer);
    }
    expect(buffers.size).toBe(1);
  });

  it('tolerates CRLF, a byte order mark and blank lines', () => {
    const bytes = Buffer.from('\uFEFF{"a":1}\r\n\n  \r\n\t\n{"é":"\uFEFF"}\n');
    expect(readAll([bytes])).toEqual([
      { type: 'line', text: '{"a":1}', bytes: Buffer.from('{"a":1}') },
      { type: 'line', text: '{"é":"\uFEFF"}', bytes: Buffer.from('{"é":"\uFEFF"}') },
    ]);
  });

  it('holds a line until its end has arrived', () => {
    const reader = new LineReader();
    reader.push(Buffer.from('{"half":'));
    expect(reader.next()).toBeUndefined();
    expect(reader.unfinishedBytes).toBe(8);
    reader.push(Buffer.from('true}\n{'));
    expect(reader.next()).toMatchObject({ text: '{"half":true}', start: 0, end: 13 });
    expect(reader.next()).toBeUndefined();
    expect(reader.unfinishedBytes).toBe(1);
  });

  it('gives the same lines wherever the bytes are split', () => {
    const line = fc.oneof(
      fc.json(),
      fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\n', '')),
      fc.constantFrom('', ' ', '\r', '日本語 👩‍👩‍👧 é'),
    );
    const ending = fc.constantFrom('\n', '\r\n');
    const stream = fc.array(fc.tuple(line, ending)).map((lines) => lines.flat().join(''));
    fc.assert(
      fc.property(
        stream,
        fc.array(fc.nat(), { maxLength: 30 }),
        fc.boolean(),
        (text, points, bom) => {
          const bytes = Buffer.from(bom ? `\uFEFF${text}` : text);
          const whole = readAll([bytes]);
          expect(readAll(splitAt(bytes, points))).toEqual(whole);
          expect(readAll([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(whole);
          const expected = bytes
            .toString()
            .replace(/^\uFEFF/, '')
            .split('\n')
            .slice(0, -1);
          expect(texts(whole)).toEqual(
            expected.map((raw) => raw.replace(/\r$/, '')).filter((raw) => raw.trim() !== ''),
          );
        },
      ),
      { numRuns: propertyRuns(300) },
    );
  });

  it('gives the same lines for any bytes, UTF-8 or not', () => {
    const chunk = fc.uint8Array({ maxLength: 40 });
    const bytes = fc
      .array(fc.oneof(chunk, fc.constant(Uint8Array.of(10))))
      .map((chunks) => Buffer.concat(chunks));
    fc.assert(
      fc.property(bytes, fc.array(fc.nat(), { maxLength: 30 }), (all, points) => {
        const whole = readAll([all]);
        expect(readAll(splitAt(all, points))).toEqual(whole);
        for (const line of whole) expect(line).toMatchObject({ text: String(line.bytes) });
      }),
      { numRuns: propertyRuns(300) },
    );
  });

  it('gives whole lines only, wherever the stream is cut', () => {
    const bytes = Buffer.from('{"first":"é"}\n{"second":2}\r\n{"third":[]}\n');
    const ends = [14, 28, 41];
    for (let length = 0; length <= bytes.length; length++) {
      const reader = new LineReader();
      reader.push(bytes.subarray(0, length));
      let lines = 0;
      while (reader.next()) lines++;
      const before = ends.filter((end) => end < length);
      expect(lines).toBe(ends.filter((end) => end < length).length);
      expect(reader.unfinishedBytes).toBe(length - (before.length && (before.at(-1) ?? 0) + 1));
    }
  });

  it('accepts a line of exactly the limit and stops at one byte more', () => {
    const limit = 100;
    const fits = `{"method":"fits"${' '.repeat(limit - 17)}}`;
    const long = `{"method":"session/update"${' '.repeat(limit)}}`;
    const bytes = Buffer.from(`${fits}\n{"b":1}\n${long}\n{"c":1}\n`);
    for (const size of [1, 7, limit, 1_000]) {
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
        bytes.subarray(index * size, (index + 1) * size),
      );
      const lines = readAll(chunks, limit);
      expect(texts(lines)).toEqual([fits, '{"b":1}', 'too-long']);
      expect(lines[2]).toMatchObject({ method: 'session/update' });
      expect(Number(lines[2]?.bytes)).toBeGreaterThan(limit);
    }
  });

  it('holds no more than the limit of a line that never ends', () => {
    const reader = new LineReader();
    const chunk = Buffer.alloc(64 * 1024, 'x');
    const before = process.memoryUsage().arrayBuffers;
    let line: Line | undefined;
    let pushed = 0;
    while (!line) {
      reader.push(chunk);
      pushed += chunk.length;
      line = reader.next();
    }
    expect(line).toEqual({ type: 'too-long', bytes: pushed, method: null });
    expect(pushed).toBe(16 * 1024 * 1024 + chunk.length);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(64 * 1024 * 1024);
    reader.push(Buffer.from('\n{}\n'));
    expect(reader.next()).toBeUndefined();
  });

  it('keeps only the beginning of a line from the moment on at which it is refused', () => {
    const reader = new LineReader();
    const flat = Buffer.alloc(8 * 1024 * 1024, ' ');
    flat[0] = '{'.charCodeAt(0);
    reader.push(flat);
    expect(reader.next()).toBeUndefined();
    reader.push(Buffer.from('['.repeat(MESSAGE_DEPTH + 1)));
    expect(reader.next()).toBeUndefined();
    reader.push(Buffer.from(']}\n'));
    const line = reader.next();
    expect(line).toMatchObject({ type: 'refused', bytes: flat.length + MESSAGE_DEPTH + 3 });
    expect(line?.type === 'refused' && line.buffer.buffer.byteLength).toBeLessThan(64 * 1024);
  });

  it('reads a long line that arrives in small pieces without copying it repeatedly', () => {
    const reader = new LineReader();
    const drop = Buffer.alloc(8, 'x');
    for (let index = 0; index < 500_000; index++) {
      reader.push(drop);
      reader.next();
    }
    reader.push(Buffer.from('\n'));
    expect(reader.next()).toMatchObject({ start: 0, end: 4_000_000 });
  });
});

describe('guessMethod', () => {
  it('finds the method, or the type in protocols without methods', () => {
    expect(guessMethod('{"jsonrpc":"2.0", "method" : "session/update","par')).toBe(
      'session/update',
    );
    expect(guessMethod('{"@type":"promptChunk","text":"aaa')).toBe('promptChunk');
    expect(guessMethod('{"id":1,"result":{"')).toBeNull();
  });
});
