import { describe, expect, it } from 'vitest';
import { addCounts, countsLine, playwrightCounts, vitestCounts } from './counts.mjs';

const vitestReport = {
  numPassedTests: 5,
  numFailedTests: 1,
  numPendingTests: 2,
  numTodoTests: 1,
  testResults: [
    { status: 'passed', assertionResults: [{ status: 'passed' }] },
    { status: 'failed', assertionResults: [{ status: 'passed' }, { status: 'failed' }] },
  ],
};

describe('vitestCounts', () => {
  it('takes the counts of the report', () => {
    expect(vitestCounts(vitestReport)).toEqual({ passed: 5, failed: 1, skipped: 3 });
  });

  it('counts a file that could not be loaded as one failure', () => {
    const broken = { status: 'failed', assertionResults: [] };
    const report = { ...vitestReport, testResults: [...vitestReport.testResults, broken] };
    expect(vitestCounts(report).failed).toBe(2);
  });
});

describe('playwrightCounts', () => {
  it('takes the counts of the report', () => {
    const stats = { expected: 7, unexpected: 1, flaky: 0, skipped: 2 };
    expect(playwrightCounts({ stats })).toEqual({ passed: 7, failed: 1, skipped: 2 });
  });

  it('counts a flaky test as passed', () => {
    const stats = { expected: 7, unexpected: 0, flaky: 1, skipped: 0 };
    expect(playwrightCounts({ stats })).toEqual({ passed: 8, failed: 0, skipped: 0 });
  });

  it('counts errors outside tests only where no test failed', () => {
    const errors = [{ message: 'syntax' }, { message: 'teardown' }];
    const stats = { expected: 0, unexpected: 0, flaky: 0, skipped: 0 };
    expect(playwrightCounts({ stats, errors }).failed).toBe(2);
    expect(playwrightCounts({ stats: { ...stats, unexpected: 1 }, errors }).failed).toBe(1);
  });
});

describe('countsLine', () => {
  it('adds up the runners', () => {
    const total = addCounts([
      { passed: 1, failed: 0, skipped: 0 },
      { passed: 2, failed: 3, skipped: 0 },
    ]);
    expect(countsLine(total)).toBe('3 passed, 3 failed');
  });

  it('mentions skipped tests only where there are any', () => {
    expect(countsLine({ passed: 1, failed: 0, skipped: 2 })).toBe('1 passed, 0 failed, 2 skipped');
  });
});
