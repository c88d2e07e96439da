/** A window that crashes more often than this is likely to crash again, so the user decides. */
const CRASHES = 3;
const WITHIN_MILLISECONDS = 60_000;

export function mayReload(crashes: readonly number[], now: number): boolean {
  return crashes.filter((at) => now - at < WITHIN_MILLISECONDS).length < CRASHES;
}
