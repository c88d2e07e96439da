import { cutText } from '#main/base/cutText';
import type { CheckOutcome, CheckRun } from '#shared/checks/check';
import { counted } from '#shared/text/counted';

/** Characters of all checks' output together: room in the agent's context is scarce. */
const OUTPUT_CHARACTERS = 24_000;
/** Characters of the summary before the output. */
const SUMMARY_CHARACTERS = 16_000;
/** The number of tests that are named; the output has the others. */
const FAILURES = 50;
const NAME_CHARACTERS = 300;

const outcomeWords: Readonly<Record<CheckOutcome, string>> = {
  passed: 'passed',
  failed: 'failed',
  cancelled: 'was cancelled by the user or with the turn',
  'not-run': 'could not be run',
};

/**
 * The checks' results for an agent: a line for each, then the end of the output of those that did
 * not pass.
 */
export function checkText(runs: readonly CheckRun[]): string {
  const wanting = runs.filter(({ outcome, log }) => outcome !== 'passed' && log.trim() !== '');
  const room = Math.floor(OUTPUT_CHARACTERS / Math.max(1, wanting.length));
  const outputs = wanting.map(
    ({ name, log }) => `Output of “${name}”:\n${endOf(log.trim(), room)}`,
  );
  return [summaries(runs), ...outputs].join('\n\n');
}

function summaries(runs: readonly CheckRun[]): string {
  const room = Math.floor(SUMMARY_CHARACTERS / Math.max(1, runs.length));
  return runs.map((run) => cutText(summary(run), room)).join('\n');
}

function summary({ name, command, outcome, message, milliseconds, report }: CheckRun): string {
  const seconds = (milliseconds / 1_000).toFixed(1);
  const reason = message === null ? '' : `: ${message}`;
  const first = `“${name}” (${command}) ${outcomeWords[outcome]} after ${seconds} s${reason}`;
  if (report === null) return first;
  const passed = report.passed === null ? '' : `${report.passed} passed, `;
  const failures = report.failures.slice(0, FAILURES);
  return [
    first,
    `  ${report.runner}: ${passed}${report.failed} failed`,
    ...failures.map((failure) => `  - ${cutText(failure, NAME_CHARACTERS)}`),
  ].join('\n');
}

function endOf(text: string, most: number): string {
  const cut = text.length - most;
  return cut <= 0 ? text : `[${counted(cut, 'character')} left out]\n${text.slice(cut)}`;
}
