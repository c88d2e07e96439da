import { junitReport } from './junitReport';
import { runnerReports } from './runnerReports';
import { tapReport } from './tapReport';

/** What a check's output says about single tests or errors. */
export interface CheckReport {
  /** The runner that printed it, such as "pytest". */
  readonly runner: string;
  /** Null if the output does not say. */
  readonly passed: number | null;
  readonly failed: number;
  /** The names of the first failures. */
  readonly failures: readonly string[];
}

/**
 * How much is read, from the end. The user saw earlier output in the terminal. A file may be
 * larger, because a large test suite writes a lot.
 */
const READ_CHARACTERS = { output: 1024 * 1024, file: 8 * 1024 * 1024 } as const;

/** Runners print less than they write to files, and in short lines. Longer lines are cut. */
const PRINTED_CHARACTERS = 128 * 1024;
const LINE_CHARACTERS = 500;

/** Null if the output contains no summary of a known runner. */
export function readReport(
  output: string,
  from: keyof typeof READ_CHARACTERS = 'output',
): CheckReport | null {
  const text = output.slice(-READ_CHARACTERS[from]);
  if (/^\s*<(?:\?xml|testsuites?\b)/.test(text)) return junitReport(text);
  const lines = text
    .slice(-PRINTED_CHARACTERS)
    .split(/\r?\n/)
    .map((line) => line.slice(0, LINE_CHARACTERS));
  for (const read of [tapReport, ...runnerReports]) {
    const report = read(lines);
    if (report !== null) return report;
  }
  return null;
}
