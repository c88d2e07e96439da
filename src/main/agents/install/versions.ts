/**
 * Negative if the first is older. A version with a suffix comes before the same version without
 * one.
 */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [partsOf(one), partsOf(other)];
  for (const index of [0, 1, 2]) {
    const difference = (a.numbers[index] ?? 0) - (b.numbers[index] ?? 0);
    if (difference !== 0) return difference;
  }
  if (a.suffix === b.suffix) return 0;
  if (a.suffix === '') return 1;
  if (b.suffix === '') return -1;
  return a.suffix.localeCompare(b.suffix, 'en', { numeric: true });
}

function partsOf(version: string): {
  readonly numbers: readonly number[];
  readonly suffix: string;
} {
  const [, core = '', suffix = ''] = /^v?([\d.]+)(?:-(.*))?/.exec(version.trim()) ?? [];
  return { numbers: core.split('.').map(Number), suffix };
}

/**
 * The oldest version that a range such as `>=22.19.0`, `^20.17.0 || >=22.9.0` or `22.x` allows;
 * null for any other kind of range.
 */
export function oldestIn(range: string): string | null {
  const versions = range.split('||').flatMap((part) => {
    const [, major, minor = '0', patch = '0'] =
      /^\s*(?:>=|\^|~|=|v)?\s*(\d+)(?:\.(\d+))?(?:\.(\d+))?/.exec(part) ?? [];
    return major === undefined ? [] : [`${major}.${minor}.${patch}`];
  });
  return versions.toSorted(compareVersions)[0] ?? null;
}
