/** The middle value; with an even count, the mean of the two in the middle. */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * Prints one measurement as a ratio to its limit. Both come from the same run, because the
 * machine is shared and an absolute time proves nothing.
 */
export function report({ name, ratio, target, detail }) {
  const verdict = target.atMost === undefined ? ratio >= target.atLeast : ratio <= target.atMost;
  const bound = target.atMost === undefined ? `≥ ${target.atLeast}` : `≤ ${target.atMost}`;
  console.log(`${verdict ? '✓' : '✗'} ${name}: ${ratio.toFixed(2)} (target ${bound})`);
  if (detail) console.log(`    ${detail}`);
  return verdict;
}
