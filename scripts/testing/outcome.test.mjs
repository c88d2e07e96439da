import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { closingLines, outcomeOf, problemWith } from './outcome.mjs';

describe('problemWith', () => {
  it('finds none where tests ran, none failed and the exit code agrees', () => {
    expect(problemWith('Runner', 0, { passed: 1, failed: 0 })).toBeUndefined();
  });

  it.each([
    ['failed tests', 0, { passed: 3, failed: 1 }],
    ['no tests', 0, { passed: 0, failed: 0 }],
    ['an exit code that no test explains', 1, { passed: 3, failed: 0 }],
    ['an end by a signal', null, { passed: 3, failed: 0 }],
  ])('sees %s', (_, code, counts) => {
    expect(problemWith('Runner', code, counts)).toContain('Runner');
  });
});

it('reports a runner that leaves no report', () => {
  const reportFile = join(tmpdir(), 'airlock-no-such-report.json');
  const outcome = outcomeOf('Runner', { code: 0, reportFile, countsIn: () => undefined });
  expect(outcome.problem).toContain('no report');
  expect(outcome.counts).toEqual({ passed: 0, failed: 0, skipped: 0 });
});

it('lists the failed tests below the problem, and the flaky ones apart', () => {
  const folder = mkdtempSync(join(tmpdir(), 'airlock-outcome-'));
  try {
    const reportFile = join(folder, 'report.json');
    writeFileSync(reportFile, '{}');
    const { problem, flaky } = outcomeOf('Runner', {
      code: 1,
      reportFile,
      countsIn: () => ({ passed: 1, failed: 1, skipped: 0 }),
      failuresIn: () => ['a.test.ts › adds: expected 1'],
      flakyIn: () => ['a.test.ts › waits: late'],
    });
    expect(problem).toBe('Runner: 1 failed.\n  a.test.ts › adds: expected 1');
    expect(flaky).toEqual(['a.test.ts › waits: late']);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it('names every flaky test at the end of a run, before the problems', () => {
  const outcomes = [
    { flaky: ['a.test.ts › waits: late'] },
    { flaky: ['b.spec.ts › opens', 'b.spec.ts › closes'], problem: 'Playwright: 1 failed.' },
  ];
  expect(closingLines(outcomes)).toEqual([
    'Flaky: a.test.ts › waits: late',
    'Flaky: b.spec.ts › opens',
    'Flaky: b.spec.ts › closes',
    'Playwright: 1 failed.',
  ]);
});
