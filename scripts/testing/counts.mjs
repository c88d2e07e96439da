/** The counts in a runner's own JSON report, as `{ passed, failed, skipped }`. */

export function vitestCounts(report) {
  // A file that cannot be loaded has no tests in the report, but it has failed.
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

export function playwrightCounts({ stats, errors = [] }) {
  return {
    // Flaky tests are listed separately (failures.mjs).
    passed: stats.expected + stats.flaky,
    // Errors outside any test mostly follow from a failed test. On their own they must still count
    // as failures.
    failed: stats.unexpected || errors.length,
    skipped: stats.skipped,
  };
}

export function addCounts(all) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const counts of all) {
    for (const outcome of Object.keys(total)) total[outcome] += counts[outcome];
  }
  return total;
}

export function countsLine({ passed, failed, skipped }) {
  const line = `${passed} passed, ${failed} failed`;
  return skipped > 0 ? `${line}, ${skipped} skipped` : line;
}
