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

/** Output that is read; what is before its end was seen in the terminal. */
export const READ_CHARACTERS = 1024 * 1024;

/** Null if nothing in it looks like the summary of a runner that we know. */
export function readReport(output: string): CheckReport | null {
  const text = output.slice(-READ_CHARACTERS);
  if (/^\s*<(?:\?xml|testsuites?\b)/.test(text)) return junitReport(text);
  const lines = text.split(/\r?\n/);
  for (const read of [tapReport, ...runnerReports]) {
    const report = read(lines);
    if (report !== null) return report;
  }
  return null;
}
