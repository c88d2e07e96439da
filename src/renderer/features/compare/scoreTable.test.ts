import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { SessionScore } from '#shared/ipc/compare';
import { daysAgo, keptShare, scoreCsv, scorePeriods, scoreTable } from './scoreTable';

const DAY = 86_400_000;
const NOW = 100 * DAY;

function session(agent: string, more: Partial<SessionScore> = {}): SessionScore {
  return {
    sessionId: 's' as never,
    agent: { id: agent as never, name: agent },
    project: '/p',
    createdAt: 1_000,
    isComposed: false,
    turnCount: 1,
    accepted: 0,
    edited: 0,
    rejected: 0,
    open: 0,
    addedLines: 0,
    removedLines: 0,
    firstChangeAt: null,
    standing: null,
    firstChecks: null,
    model: null,
    tokens: null,
    cost: null,
    questions: 0,
    ...more,
  };
}

describe('scoreTable', () => {
  it('adds up the sessions of each agent, the most accepted first', () => {
    const rows = scoreTable([
      session('a', { accepted: 1, rejected: 1, firstChangeAt: 4_000 }),
      session('b', { accepted: 5, open: 2, addedLines: 9 }),
      session('a', { accepted: 2, firstChangeAt: 3_000 }),
    ]);
    expect(rows).toMatchObject([
      { id: 'b', sessions: 1, proposed: 7, accepted: 5, acceptance: 1 },
      { id: 'a', sessions: 2, proposed: 4, accepted: 3, acceptance: 0.75 },
    ]);
    expect(rows[1]?.firstChangeMilliseconds).toBe(3_000);
    expect(rows[0]?.firstChangeMilliseconds).toBeNull();
  });

  it('counts a composed result neither as a session of its agent nor by its first change or checks', () => {
    const composed = { isComposed: true, firstChangeAt: 1_000, firstChecks: true };
    const own = session('a', { accepted: 1, firstChangeAt: 4_000, firstChecks: false });
    // Hunks that the user wrote into it have no other place.
    const unasked = session('a', { ...composed, turnCount: 0, accepted: 1 });
    expect(scoreTable([own, unasked, unasked])).toMatchObject([
      { sessions: 1, accepted: 3, firstChangeMilliseconds: 3_000, greenFirst: 0 },
    ]);

    // An agent that merged it has worked; when the copy was filled tells nothing about that.
    const merged = session('a', { ...composed, turnCount: 1 });
    expect(scoreTable([own, merged, merged])).toMatchObject([
      { sessions: 3, firstChangeMilliseconds: 3_000, greenFirst: 2 / 3 },
    ]);
  });

  it('tells what still stood a day and a week later, what waits for that, and what was green at once', () => {
    const none = { lines: 0, left: 0, waiting: 0 };
    const [row] = scoreTable([
      session('a', {
        standing: {
          day: { lines: 10, left: 8, waiting: 0 },
          week: { lines: 10, left: 4, waiting: 0 },
        },
        firstChecks: true,
      }),
      session('a', {
        standing: { day: { lines: 10, left: 6, waiting: 2 }, week: { ...none, waiting: 12 } },
        firstChecks: false,
      }),
      session('a'),
    ]);
    expect(row).toMatchObject({
      day: { lines: 20, left: 14, waiting: 2 },
      week: { lines: 10, left: 4, waiting: 12 },
      greenFirst: 0.5,
    });
    expect(row && keptShare(row.day)).toBe(0.7);
    expect(keptShare({ ...none, waiting: 3 })).toBeNull();
  });

  it('has a row for each model, with what its accepted lines took', () => {
    const cost = { amount: 2, currency: 'USD' };
    const rows = scoreTable([
      session('a', { model: 'Large', addedLines: 10, tokens: 500, cost, questions: 2 }),
      // Its agent does not tell, so that its lines do not count here.
      session('a', { model: 'Large', addedLines: 90 }),
      session('a', { model: 'Small', tokens: 100 }),
    ]);
    expect(rows).toMatchObject([
      {
        name: 'a · Large',
        tokensPerLine: 50,
        costPerLine: { amount: 0.2, currency: 'USD' },
        questions: 2,
      },
      { name: 'a · Small', tokensPerLine: null, costPerLine: null },
    ]);
  });

  it('names no cost where there are several currencies', () => {
    const of = (currency: string) => session('a', { addedLines: 1, cost: { amount: 1, currency } });
    expect(scoreTable([of('USD'), of('EUR')])[0]?.costPerLine).toBeNull();
  });

  it('plots each decision once, whenever it was', () => {
    const score = fc
      .record({ accepted: fc.nat(9), rejected: fc.nat(9), open: fc.nat(9), createdAt: fc.nat(NOW) })
      .map((counts) => session('a', counts));
    fc.assert(
      fc.property(
        fc.array(score),
        fc.constantFrom(daysAgo(NOW, Number.POSITIVE_INFINITY), daysAgo(NOW, 7)),
        (all, since) => {
          const scores = all.filter(({ createdAt }) => createdAt >= since);
          const periods = scorePeriods(scores, since, NOW, 14);
          expect(periods).toHaveLength(Number.isFinite(since) ? 7 : 14);
          expect(periods[0]?.from).toBeLessThanOrEqual(NOW - 6 * DAY);
          for (const part of ['accepted', 'rejected', 'open'] as const) {
            const sum = (list: readonly Record<typeof part, number>[]) =>
              list.reduce((total, one) => total + one[part], 0);
            expect(sum(periods)).toBe(sum(scores));
          }
        },
      ),
    );
  });

  it.each(['Europe/Berlin', 'America/Los_Angeles', 'Pacific/Kiritimati'])(
    'counts by days as the user has them, also when the clocks change: %s',
    (zone) => {
      vi.stubEnv('TZ', zone);
      onTestFinished(() => void vi.unstubAllEnvs());
      // The clocks change on 8 and on 29 March 2026.
      for (const day of [10, 30]) {
        const now = new Date(2026, 2, day, 10).getTime();
        const yesterday = new Date(2026, 2, day - 1, 23, 30).getTime();
        const today = new Date(2026, 2, day, 0, 15).getTime();
        const scores = [yesterday, today].map((createdAt) =>
          session('a', { createdAt, accepted: 1 }),
        );
        const periods = scorePeriods(scores, daysAgo(now, 7), now, 14);
        expect(periods.map(({ from }) => new Date(from).getDate())).toEqual(
          Array.from({ length: 7 }, (_, at) => day - 6 + at),
        );
        expect(periods.map(({ from }) => new Date(from).getHours())).toEqual(Array(7).fill(0));
        expect(periods.map(({ accepted }) => accepted)).toEqual([0, 0, 0, 0, 0, 1, 1]);
      }
    },
  );

  it('loses and invents nothing', () => {
    const count = fc.nat(50);
    const kept = fc.record({ lines: count, left: count, waiting: count });
    const score = fc
      .record({
        accepted: count,
        edited: count,
        rejected: count,
        open: count,
        addedLines: count,
        removedLines: count,
        questions: count,
        standing: fc.option(fc.record({ day: kept, week: kept })),
      })
      .chain((counts) => fc.constantFrom('a', 'b', 'c').map((agent) => session(agent, counts)));
    const sum = <T>(list: readonly T[], of: (one: T) => number) =>
      list.reduce((total, one) => total + of(one), 0);
    fc.assert(
      fc.property(fc.array(score), (scores) => {
        const rows = scoreTable(scores);
        for (const part of [
          'accepted',
          'edited',
          'rejected',
          'open',
          'addedLines',
          'removedLines',
          'questions',
        ] as const) {
          expect(sum(rows, (row) => row[part])).toBe(sum(scores, (one) => one[part]));
        }
        for (const age of ['day', 'week'] as const) {
          for (const part of ['lines', 'left', 'waiting'] as const) {
            expect(sum(rows, (row) => row[age][part])).toBe(
              sum(scores, ({ standing }) => standing?.[age][part] ?? 0),
            );
          }
        }
        expect(sum(rows, ({ sessions }) => sessions)).toBe(scores.length);
      }),
    );
  });
});

describe('scoreCsv', () => {
  it('quotes what must be quoted, and lets no name become a formula', () => {
    const [, row] = scoreCsv(scoreTable([session('=HYPERLINK("x"), y')])).split('\r\n');
    expect(row).toMatch(/^"'=HYPERLINK\(""x""\), y",1,0,0,0,0,0,0,0,,,0,0,0,0,,,,,0$/);
  });
});
