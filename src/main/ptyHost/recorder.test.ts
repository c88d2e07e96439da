import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Recorder } from './recorder';

const size = { columns: 80, rows: 24 };
const wide = { columns: 120, rows: 24 };

describe('Recorder', () => {
  it('replays everything while it fits', () => {
    const recorder = new Recorder(size, 1_000);
    recorder.push('one\r\n');
    recorder.push('two');
    expect(recorder.stretchesToReplay()).toEqual([{ ...size, data: 'one\r\ntwo' }]);
  });

  it('separates output printed at different sizes', () => {
    const recorder = new Recorder(size, 1_000);
    recorder.push('narrow');
    recorder.resize(wide);
    recorder.resize(size);
    recorder.resize(wide);
    recorder.push('wide');
    expect(recorder.stretchesToReplay()).toEqual([
      { ...size, data: 'narrow' },
      { ...wide, data: 'wide' },
    ]);
  });

  it('starts at a whole line, with the modes set by the output it dropped', () => {
    const recorder = new Recorder(size, 8_000);
    recorder.push(`\x1b[?1049h\x1b[?25l${'x'.repeat(5_000)}`);
    recorder.push(`${'y'.repeat(4_500)}\nkept`);
    expect(recorder.needsRedraw).toBe(true);
    expect(recorder.stretchesToReplay()).toEqual([{ ...size, data: '\x1b[?1049h\x1b[?25lkept' }]);
  });

  it('forgets the output when it is cleared, but not the modes', () => {
    const recorder = new Recorder(size, 1_000);
    recorder.push('\x1b[?2004hsecret');
    recorder.clear();
    recorder.push('after');
    expect(recorder.stretchesToReplay()).toEqual([{ ...size, data: '\x1b[?2004hafter' }]);
  });

  it('replays a suffix of what was printed, within its limit, for any pieces and sizes', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 10, max: 20_000 }),
        fc.array(
          fc.oneof(
            fc.integer({ min: 1, max: 6_000 }),
            fc.record({
              columns: fc.integer({ min: 1, max: 300 }),
              rows: fc.integer({ min: 1, max: 100 }),
            }),
          ),
          { maxLength: 200 },
        ),
        (limit, steps) => {
          const recorder = new Recorder(size, limit);
          let printed = '';
          for (const step of steps) {
            if (typeof step === 'number') {
              const data = `${printed.length} `.repeat(step).slice(0, step);
              printed += data;
              recorder.push(data);
            } else {
              recorder.resize(step);
            }
          }
          const replayed = recorder
            .stretchesToReplay()
            .map(({ data }) => data)
            .join('');
          expect(printed.endsWith(replayed)).toBe(true);
          expect(replayed.length).toBeLessThanOrEqual(limit);
        },
      ),
      { verbose: 1 },
    );
  });
});
