import type { CheckReport } from './checkReport';
import { failureNames } from './failureNames';

type RunnerReport = (lines: readonly string[]) => CheckReport | null;

/**
 * Readers for the summaries of common runners, each with its own wording. The first match counts.
 */
export const runnerReports: readonly RunnerReport[] = [
  nodeTest,
  vitest,
  jest,
  mocha,
  pytest,
  cargo,
  go,
  typescript,
  eslint,
  biome,
];

/** node:test in its own layout. */
function nodeTest(lines: readonly string[]): CheckReport | null {
  const count = (word: string) => lastNumber(lines, new RegExp(`^ℹ ${word} (\\d+)$`));
  const failed = count('fail');
  if (failed === null || count('tests') === null) return null;
  const names = matches(lines, /^ *✖ (.+?)(?: \([\d.]+ ?ms\))?$/).filter(
    (name) => name !== 'failing tests:',
  );
  return report('node:test', count('pass'), failed, names);
}

function vitest(lines: readonly string[]): CheckReport | null {
  const summary = lines.findLast((line) => /^ +Tests {2}.*\(\d+\)$/.test(line));
  const files = lines.findLast((line) => /^ +Test Files {2}.*\(\d+\)$/.test(line));
  if (summary === undefined && files === undefined) return null;
  const names = matches(lines, /^ *FAIL {2}(?:\|[^|]+\| )?(.+?)(?: \[ .+ \])?$/);
  const failed = numberBefore(summary ?? '', 'failed') ?? 0;
  // A file that cannot be loaded has no test that could fail.
  const failedFiles = numberBefore(files ?? '', 'failed') ?? 0;
  return report('Vitest', numberBefore(summary ?? '', 'passed') ?? 0, failed || failedFiles, names);
}

function jest(lines: readonly string[]): CheckReport | null {
  const summary = lines.findLast((line) => /^Tests: .*\b\d+ total$/.test(line));
  if (summary === undefined) return null;
  const suites = lines.findLast((line) => /^Test Suites: .*\b\d+ total$/.test(line)) ?? '';
  const failed = numberBefore(summary, 'failed') ?? numberBefore(suites, 'failed') ?? 0;
  return report(
    'Jest',
    numberBefore(summary, 'passed') ?? 0,
    failed,
    matches(lines, /^ {2}● (.+)$/),
  );
}

function mocha(lines: readonly string[]): CheckReport | null {
  const passed = lastNumber(lines, /^ +(\d+) passing\b/);
  const failed = lastNumber(lines, /^ +(\d+) failing$/);
  if (passed === null && failed === null) return null;
  const start = lines.findLastIndex((line) => /^ +\d+ failing$/.test(line));
  const names: string[] = [];
  // "1) suite" is followed by the names of what is inside it, up to the one with a colon.
  for (let at = start + 1; start !== -1 && at < lines.length; at++) {
    const [, first] = /^ +\d+\) (.+)$/.exec(lines[at] ?? '') ?? [];
    if (first === undefined) continue;
    const parts = [first];
    while (!parts.at(-1)?.endsWith(':') && /^ {3,}\S/.test(lines[at + 1] ?? '')) {
      parts.push(lines[++at]?.trim() ?? '');
    }
    names.push(parts.join(' › ').replace(/:$/, ''));
  }
  return report('Mocha', passed, failed ?? 0, names);
}

const PYTEST_COUNT =
  /\b\d+ (?:failed|passed|errors?|skipped|xfailed|xpassed|deselected|warnings?)\b/;

function pytest(lines: readonly string[]): CheckReport | null {
  const summary = lines.findLast(
    (line) => /^=* ?\d+ \w+/.test(line) && PYTEST_COUNT.test(line) && / in [\d.]+s/.test(line),
  );
  if (summary === undefined) return null;
  const errors = numberBefore(summary, 'error') ?? numberBefore(summary, 'errors') ?? 0;
  const failed = (numberBefore(summary, 'failed') ?? 0) + errors;
  const names = matches(lines, /^(?:FAILED|ERROR) (\S+(?:::.+?)?)(?: - .*)?$/);
  return report('pytest', numberBefore(summary, 'passed') ?? 0, failed, names);
}

function cargo(lines: readonly string[]): CheckReport | null {
  const results = lines.flatMap((line) => {
    const [, passed, failed] = /^test result: \w+\. (\d+) passed; (\d+) failed;/.exec(line) ?? [];
    return passed === undefined ? [] : [{ passed: Number(passed), failed: Number(failed) }];
  });
  if (results.length === 0) return null;
  const sum = (of: (result: (typeof results)[number]) => number) =>
    results.reduce((all, result) => all + of(result), 0);
  return report(
    'cargo test',
    sum(({ passed }) => passed),
    sum(({ failed }) => failed),
    matches(lines, /^test (.+) \.\.\. FAILED$/),
  );
}

function go(lines: readonly string[]): CheckReport | null {
  const packages = lines.filter((line) => /^(?:ok|FAIL|---|\?) {0,4}\t\S+/.test(line));
  const points = lines.filter((line) => /^ *--- (?:FAIL|PASS|SKIP): /.test(line));
  if (packages.length === 0 && points.length === 0) return null;
  const names = matches(lines, /^ *--- FAIL: (\S+)/);
  // A test with subtests fails because they do.
  const parents = new Set(names.flatMap(parentsOf));
  const leaves = names.filter((name) => !parents.has(name));
  const broken = matches(lines, /^FAIL\t(\S+ \[(?:build|setup) failed\])$/);
  const passed = points.filter((line) => line.includes('--- PASS: ')).length;
  const failures = [...leaves, ...broken];
  return report('go test', passed || null, failures.length, failures);
}

/** `a/b/c` is a test within `a/b`, which is one within `a`. */
function parentsOf(name: string): readonly string[] {
  const parts = name.split('/');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'));
}

function typescript(lines: readonly string[]): CheckReport | null {
  const names = matches(
    lines,
    /^(\S.*?(?:\(\d+,\d+\): |:\d+:\d+ - )error TS\d+: .*|error TS\d+: .*)$/,
  );
  const found = lastNumber(lines, /^Found (\d+) errors?(?: in .*)?\.?$/);
  if (names.length === 0) return null;
  return report('TypeScript', null, Math.max(found ?? 0, names.length), names);
}

function eslint(lines: readonly string[]): CheckReport | null {
  const errors = lastNumber(lines, /^✖ \d+ problems? \((\d+) errors?, \d+ warnings?\)$/);
  if (errors === null) return null;
  const names: string[] = [];
  let file = '';
  for (const line of lines) {
    const [, place, message] = /^ +(\d+:\d+) +error +(.+?)(?: {2,}\S+)?$/.exec(line) ?? [];
    if (place !== undefined) names.push(`${file}:${place} ${message}`);
    else if (/^\S/.test(line)) file = line;
  }
  return report('ESLint', null, errors, names);
}

function biome(lines: readonly string[]): CheckReport | null {
  const errors = lastNumber(lines, /^Found (\d+) errors?\.$/);
  if (errors === null) return null;
  return report('Biome', null, errors, matches(lines, /^(\S+:\d+:\d+ \S+) .*━+$/));
}

function report(
  runner: string,
  passed: number | null,
  failed: number,
  names: readonly string[],
): CheckReport {
  return { runner, passed, failed, failures: failureNames(names) };
}

function matches(lines: readonly string[], pattern: RegExp): readonly string[] {
  return lines.flatMap((line) => pattern.exec(line)?.[1] ?? []);
}

function lastNumber(lines: readonly string[], pattern: RegExp): number | null {
  for (const line of lines.toReversed()) {
    const found = pattern.exec(line)?.[1];
    if (found !== undefined) return Number(found);
  }
  return null;
}

function numberBefore(summary: string, word: string): number | null {
  const found = new RegExp(`(\\d+) ${word}\\b`).exec(summary)?.[1];
  return found === undefined ? null : Number(found);
}
