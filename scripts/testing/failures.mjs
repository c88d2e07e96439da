import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from '../setup/project.mjs';

/**
 * The failed and the flaky tests of a runner's own JSON report, one per line. Vitest prints them
 * long before Playwright ends, so the end of a log no longer shows them.
 */

export function vitestFailures({ testResults }) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    const file = relative(root, name);
    if (status === 'failed' && failed.length === 0) return [line(file, message)];
    return failed.map((test) => line(`${file} › ${test.fullName}`, test.failureMessages[0]));
  });
}

/** Tests that only passed on another attempt. */
export function vitestFlaky({ testResults }) {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      // The errors of an earlier attempt stay in the report of a test that passed.
      .filter((test) => test.status === 'passed' && test.failureMessages.length > 0)
      .map((test) => line(`${relative(root, name)} › ${test.fullName}`, test.failureMessages[0])),
  );
}

export function playwrightFailures({ suites = [], errors = [] }) {
  const failed = specLines(suites, 'unexpected');
  if (failed.length > 0) return failed;
  return errors.map(({ message }) => line('outside any test', message));
}

export function playwrightFlaky({ suites = [] }) {
  return specLines(suites, 'flaky');
}

function specLines(suites, status) {
  return suites
    .flatMap(specsOf)
    .filter(({ spec }) => spec.tests.some((test) => test.status === status))
    .map(({ file, spec }) => {
      const results = spec.tests.flatMap((test) => test.results);
      return line(`${file} › ${spec.title}`, results.find((result) => result.error)?.error.message);
    });
}

function specsOf({ file, specs = [], suites = [] }) {
  return [...specs.map((spec) => ({ file, spec })), ...suites.flatMap(specsOf)];
}

function line(name, message = '') {
  const [first] = stripVTControlCharacters(message).trim().split('\n');
  return first === '' ? name : `${name}: ${first.slice(0, 300)}`;
}
