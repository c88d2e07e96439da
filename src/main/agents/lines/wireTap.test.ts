import { describe, expect, it, onTestFinished } from 'vitest';
import { readFrame, WireTap, type WireTapOptions } from './wireTap';

function createTap(options?: WireTapOptions): WireTap {
  const tap = new WireTap(options);
  onTestFinished(() => tap.dispose());
  return tap;
}

describe('WireTap', () => {
  it('keeps frames in order, with time, direction and size', () => {
    let now = 0;
    const tap = createTap({ clock: () => ++now });
    tap.record('out', '{"é":1}');
    tap.record('stderr', 'warning');
    expect(tap.frames()).toEqual([
      { number: 1, at: 1, direction: 'out', text: '{"é":1}', isCut: false, bytes: 8 },
      { number: 2, at: 2, direction: 'stderr', text: 'warning', isCut: false, bytes: 7 },
    ]);
  });

  it('holds part of a buffer without copying it, unless it is long', () => {
    const tap = createTap();
    const chunk = Buffer.from('{"one":1}\n{"two":2}\n');
    tap.recordBytes('in', chunk, 10, 19);
    const long = Buffer.alloc(40_000, 'x');
    tap.recordBytes('in', long, 0, long.length);
    chunk.fill('-');
    long.fill('-');
    const [short, cut] = tap.frames();
    expect(short).toMatchObject({ text: '---------', bytes: 9 });
    expect(cut).toMatchObject({ text: 'x'.repeat(32 * 1024), isCut: true, bytes: 40_000 });
  });

  it('drops the oldest frame above its maximum count', () => {
    const tap = createTap();
    for (let index = 0; index < 5_001; index++) tap.record('in', `${index}`);
    const frames = tap.frames();
    expect(frames).toHaveLength(2_000);
    expect([frames[0]?.text, frames.at(-1)?.text]).toEqual(['3001', '5000']);
  });

  it('drops the oldest frame above its maximum size', () => {
    const tap = createTap({ bytes: 100 });
    for (let index = 0; index < 50; index++) tap.record('in', `${index}`.padEnd(30, '.'));
    expect(tap.frames().map((frame) => parseInt(frame.text, 10))).toEqual([47, 48, 49]);
  });

  it('truncates long frames and keeps their size', () => {
    const tap = createTap();
    tap.record('in', `${'x'.repeat(32 * 1024 - 1)}👍${'y'.repeat(1_000)}`);
    const frame = tap.frames()[0];
    expect(frame?.text).toBe('x'.repeat(32 * 1024 - 1));
    expect(frame?.isCut).toBe(true);
    expect(frame?.bytes).toBe(32 * 1024 - 1 + 4 + 1_000);
  });

  it('notifies listeners and sinks until they are disposed', () => {
    const tap = createTap({ clock: () => 0 });
    const heard: string[] = [];
    const sunk: string[] = [];
    const subscription = tap.onDidRecord((frame) => heard.push(frame.text));
    const trace = tap.traceTo({ append: (frame) => sunk.push(readFrame(frame).text) });
    tap.record('out', 'now');
    trace.dispose();
    subscription.dispose();
    tap.record('in', 'later');
    expect(heard).toEqual(['now']);
    expect(sunk).toEqual(['now']);
  });

  it('keeps only the last frames once it is disposed', () => {
    const tap = new WireTap();
    for (let index = 0; index < 100; index++) tap.record('in', `${index}`.padEnd(10_000));
    tap.dispose();
    const frames = tap.frames();
    expect(frames).toHaveLength(26);
    expect(frames.at(-1)?.number).toBe(100);
  });
});
