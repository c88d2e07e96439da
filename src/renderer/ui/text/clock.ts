/** The time of day in the whole app: 24 hours, whatever the system's language. */
const time = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });

/** `07:15` */
export function timeOfDay(at: number): string {
  return time.format(at);
}

/** `12 Mar 2026, 07:15` */
export function dayAndTime(at: number): string {
  return `${day.format(at)}, ${timeOfDay(at)}`;
}
