import type { CheckReport } from './checkReport';
import { failureNames } from './failureNames';

interface TestPoint {
  readonly indent: number;
  readonly isOk: boolean;
  readonly name: string;
}

/** The Test Anything Protocol, with subtests as node:test writes them. */
export function tapReport(lines: readonly string[]): CheckReport | null {
  const points = lines.flatMap((line) => pointOf(line) ?? []);
  const isTap = lines.some((line) => /^TAP version \d+$|^1\.\.\d+\b/.test(line));
  if (!isTap || points.length === 0) return null;
  const failed = withoutParents(points).filter(({ isOk }) => !isOk);
  const passed = withoutParents(points).filter(({ isOk }) => isOk).length;
  return {
    runner: 'TAP',
    passed: countOf(lines, 'pass') ?? passed,
    // The summary also counts tests before the part that was read. It must not hide failures in
    // that part.
    failed: Math.max(countOf(lines, 'fail') ?? 0, failed.length),
    failures: failureNames(failed.map(({ name }) => name)),
  };
}

function pointOf(line: string): TestPoint | null {
  const found = /^( *)(not )?ok\b(?: +\d+)?(?: +- +| +|$)(.*)$/.exec(line);
  if (found === null) return null;
  const [, indent = '', not, rest = ''] = found;
  const [name = '', directive = ''] = rest.split(/ # (?=SKIP|TODO|skip|todo)/);
  // A TODO test may fail, and a skipped one was not run.
  return { indent: indent.length, isOk: not === undefined || directive !== '', name };
}

/** Leaves out tests with subtests, which only repeat the results of those. */
function withoutParents(points: readonly TestPoint[]): readonly TestPoint[] {
  return points.filter(({ indent }, index) => {
    const before = points[index - 1];
    return before === undefined || before.indent <= indent;
  });
}

/** The last line such as `# fail 2`. */
function countOf(lines: readonly string[], word: 'pass' | 'fail'): number | null {
  const line = lines.findLast((one) => new RegExp(`^# ${word} +\\d+$`).test(one));
  return line === undefined ? null : Number(line.slice(line.lastIndexOf(' ')));
}
