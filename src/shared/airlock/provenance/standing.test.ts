import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '#test/support/propertyRuns';
import { addLines, counted, isDue, standingOf, type Tally } from './standing';

const DAY = 86_400_000;
const fresh: Tally = { at: 0, lines: 10, day: null, week: null };

describe('lines that still stand', () => {
  it('are counted once a day and once a week after they were accepted, and stay as counted', () => {
    expect(isDue(fresh, DAY - 1)).toBe(false);
    expect(counted(fresh, 9, DAY - 1)).toEqual(fresh);
    const later = counted(fresh, 9, DAY);
    expect(later).toMatchObject({ day: 9, week: null });
    expect(isDue(later, 2 * DAY)).toBe(false);
    expect(counted(later, 4, 8 * DAY)).toMatchObject({ day: 9, week: 4 });
  });

  it('are counted for both where nobody looked for a week', () => {
    expect(counted(fresh, 3, 30 * DAY)).toMatchObject({ day: 3, week: 3 });
  });

  it('are never more than were accepted', () => {
    expect(counted(fresh, 99, DAY).day).toBe(10);
    expect(addLines({ ...fresh, day: 9 }, -5, DAY)).toMatchObject({ lines: 5, day: 5 });
  });

  it('start again when more are accepted, and go with those that are undone', () => {
    expect(addLines({ ...fresh, day: 9 }, 2, 5)).toEqual({
      at: 5,
      lines: 12,
      day: null,
      week: null,
    });
    expect(addLines(fresh, -10, 5)).toBeNull();
    expect(addLines(undefined, 3, 5)).toEqual({ at: 5, lines: 3, day: null, week: null });
  });

  it('are each known or not yet known, whatever happens', () => {
    const step = fc.record({
      lines: fc.integer({ min: -5, max: 9 }),
      present: fc.nat(20),
      after: fc.nat(9),
    });
    fc.assert(
      fc.property(fc.array(fc.array(step, { maxLength: 8 }), { maxLength: 5 }), (histories) => {
        const tallies = histories.flatMap((steps) => {
          let [tally, now]: [Tally | undefined, number] = [undefined, 0];
          for (const { lines, present, after } of steps) {
            tally = addLines(tally, lines, now) ?? undefined;
            now += after * DAY;
            tally &&= counted(tally, present, now);
          }
          return tally ?? [];
        });
        const total = tallies.reduce((sum, { lines }) => sum + lines, 0);
        for (const { lines, left, waiting } of Object.values(standingOf(tallies))) {
          expect(lines + waiting).toBe(total);
          expect(left).toBeLessThanOrEqual(lines);
        }
        expect(standingOf(tallies).week.lines).toBeLessThanOrEqual(standingOf(tallies).day.lines);
      }),
      { numRuns: propertyRuns(300) },
    );
  });
});
