import { junitReport } from './junitReport';
import { runnerReports } from './runnerReports';
import { tapReport } from './tapReport';

/** What a check's output says about single tests, or about single mistakes. */
export interface CheckReport {
  /** Whose words they are, such as "pytest". */
  readonly runner: string;
  /** Null if it does not say. */
  readonly passed: number | null;
  readonly failed: number;
  /** The first of what failed, by name. */
  readonly failures: readonly string[];
}

/** Output that is read; what is before its end was seen in the terminal. A file is read whole: who tests much writes much. */
const READ_CHARACTERS = { output: 1024 * 1024, file: 8 * 1024 * 1024 } as const;

/** Runners print less than they write to files, and in short lines: longer ones are not read to their ends. */
const PRINTED_CHARACTERS = 128 * 1024;
const LINE_CHARACTERS = 500;

/** Null if nothing in it looks like the summary of a runner that we know. */
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
