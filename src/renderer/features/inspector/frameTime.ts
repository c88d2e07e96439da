/** The time of day, to the millisecond: `07:15:03.042`. */
export function formatTime(at: number): string {
  const time = new Date(at);
  const part = (value: number, digits = 2) => String(value).padStart(digits, '0');
  const seconds = `${part(time.getSeconds())}.${part(time.getMilliseconds(), 3)}`;
  return `${part(time.getHours())}:${part(time.getMinutes())}:${seconds}`;
}

/** How long an answer took. */
export function latencyWords(milliseconds: number): string {
  return milliseconds < 1_000
    ? `after ${Math.max(0, Math.round(milliseconds))} ms`
    : `after ${(milliseconds / 1_000).toFixed(1)} s`;
}
