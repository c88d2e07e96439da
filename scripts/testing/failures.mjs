import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from '../setup/project.mjs';

/**
 * The failed tests in a runner's own JSON report, a line each. Vitest prints them long before
 * Playwright ends, where the end of a log no longer shows them.
 */

export function vitestFailures({ testResults }) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    const file = relative(root, name);
    if (status === 'failed' && failed.length === 0) return [line(file, message)];
    return failed.map((test) => line(`${file} › ${test.fullName}`, test.failureMessages[0]));
  });
}

export function playwrightFailures({ suites = [], errors = [] }) {
  const failed = suites.flatMap(specsOf).filter(({ spec }) => spec.tests.some(hasFailed));
  if (failed.length === 0) return errors.map(({ message }) => line('outside any test', message));
  return failed.map(({ file, spec }) => {
    const results = spec.tests.flatMap((test) => test.results);
    return line(`${file} › ${spec.title}`, results.find((result) => result.error)?.error.message);
  });
}

function specsOf({ file, specs = [], suites = [] }) {
  return [...specs.map((spec) => ({ file, spec })), ...suites.flatMap(specsOf)];
}

const hasFailed = ({ status }) => status === 'unexpected' || status === 'flaky';

function line(name, message = '') {
  const [first] = stripVTControlCharacters(message).trim().split('\n');
  return first === '' ? name : `${name}: ${first.slice(0, 300)}`;
}
