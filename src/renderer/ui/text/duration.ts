const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** A duration, in the two largest units: `0.4 s`, `12 s`, `3 min 5 s`, `2 h 10 min`. */
export function formatDuration(milliseconds: number): string {
  const time = Math.max(0, milliseconds);
  if (time < 10 * SECOND) return `${(Math.floor(time / 100) / 10).toFixed(1)} s`;
  if (time < MINUTE) return `${Math.floor(time / SECOND)} s`;
  if (time < HOUR) return joined(time, MINUTE, 'min', SECOND, 's');
  return joined(time, HOUR, 'h', MINUTE, 'min');
}

function joined(time: number, large: number, largeName: string, small: number, smallName: string) {
  const rest = Math.floor((time % large) / small);
  const whole = `${Math.floor(time / large)} ${largeName}`;
  return rest === 0 ? whole : `${whole} ${rest} ${smallName}`;
}
