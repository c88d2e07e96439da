import { describe, expect, it } from 'vitest';
import { TRACE_BYTES } from './limits';
import type { HeldFrame } from './lines/wireTap';
import { WireTrace } from './wireTrace';

function setUp() {
  const lines: string[] = [];
  const trace = new WireTrace({
    append: (line) => lines.push(line),
    flush: async () => undefined,
  });
  const run = trace.of('r1');
  const written = () => lines.map((line) => JSON.parse(line));
  return { trace, append: run.append, written };
}

function frame(text: string): HeldFrame {
  const buffer = Buffer.from(text);
  const { length } = buffer;
  return { number: 1, at: 0, direction: 'out', buffer, start: 0, end: length, bytes: length };
}

describe('WireTrace', () => {
  it('writes frames without secrets', async () => {
    const { trace, append, written } = setUp();
    append(frame('{"apiKey":"hunter2hunter2"}'));
    await trace.flush();
    expect(written()).toEqual([
      {
        run: 'r1',
        number: 1,
        at: '1970-01-01T00:00:00.000Z',
        direction: 'out',
        bytes: 27,
        text: '{"apiKey":"[redacted]"}',
      },
    ]);
  });

  it.each([
    { params: { env: [{ name: 'PLAIN', value: 'opaque-value' }] } },
    { params: { headers: [{ name: 'X-Api-Key', value: 'opaque-value' }] } },
    { params: { rawInput: JSON.stringify({ token: 'opaque-value' }) } },
    { params: { command: 'tool', args: ['--password', 'opaque-value'] } },
    { params: { command: 'tool --password opaque-value' } },
    { result: { name: 'SECRET', value: 'opaque-value' } },
  ])('writes %j without its secret', async (message) => {
    const { trace, append, written } = setUp();
    append(frame(JSON.stringify(message)));
    await trace.flush();
    expect(JSON.stringify(written())).not.toContain('opaque');
  });

  it('says how much of a flood it left out', async () => {
    const { trace, append, written } = setUp();
    const half = 'x'.repeat(TRACE_BYTES / 2);
    for (let count = 0; count < 5; count++) append(frame(half));
    await trace.flush();
    append(frame('after'));
    await trace.flush();
    expect(written().map(({ text, leftOut }) => leftOut ?? text.length)).toEqual([
      half.length,
      half.length,
      3,
      5,
    ]);
  });
});
