import { existsSync } from 'node:fs';
import { readJson } from '../setup/project.mjs';

const NOTHING = { passed: 0, failed: 0, skipped: 0 };

/**
 * The result of one runner: its counts, the tests that only passed on another attempt, and the
 * problem that makes the whole run fail, if any. Neither an exit code nor a report is trusted
 * alone.
 */
export function outcomeOf(runner, { code, reportFile, countsIn, failuresIn, flakyIn }) {
  if (!existsSync(reportFile)) {
    const problem = `${runner} ended with code ${code} and left no report.`;
    return { counts: NOTHING, flaky: [], problem };
  }
  const report = readJson(reportFile);
  const counts = countsIn(report);
  const problem = problemWith(runner, code, counts);
  return {
    counts,
    flaky: flakyIn(report),
    problem: problem && [problem, ...failuresIn(report)].join('\n  '),
  };
}

/** The lines above the counts at the end of a run. */
export function closingLines(outcomes) {
  return [
    ...outcomes.flatMap(({ flaky }) => flaky.map((test) => `Flaky: ${test}`)),
    ...outcomes.map(({ problem }) => problem).filter(Boolean),
  ];
}

export function problemWith(runner, code, { passed, failed }) {
  if (failed > 0) return `${runner}: ${failed} failed.`;
  if (passed === 0) return `${runner} ran no tests.`;
  if (code !== 0) return `${runner} ended with code ${code} although no test failed.`;
  return undefined;
}
