const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A short age for lists: `now`, `5m`, `3h`, `2d`, `12 Mar`, `12 Mar 2024`. */
export function shortAge(at: number, now: number): string {
  const elapsed = now - at;
  if (elapsed < MINUTE) return 'now';
  if (elapsed < HOUR) return `${Math.floor(elapsed / MINUTE)}m`;
  if (elapsed < DAY) return `${Math.floor(elapsed / HOUR)}h`;
  if (elapsed < 7 * DAY) return `${Math.floor(elapsed / DAY)}d`;
  return dateText(at, now);
}

/** The day, and the year if it is not the present one. */
export function dateText(at: number, now: number): string {
  const date = new Date(at);
  const isThisYear = date.getFullYear() === new Date(now).getFullYear();
  const year = isThisYear ? {} : { year: 'numeric' as const };
  return date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', ...year });
}
