import type { SessionSummary } from '#shared/session/summary';
import { formatDuration } from '#window/ui/text/duration';
import { moneyText, shortCount } from './usageText';

type Effort = Pick<SessionSummary, 'effort' | 'turnSince' | 'usage'>;

/**
 * The time that the agent has worked, in milliseconds. Null before its first turn, and until the
 * clock, which ticks once a minute, has reached that turn.
 */
export function workedTime({ effort, turnSince }: Effort, now: number): number | null {
  const running = turnSince === null ? 0 : Math.max(0, now - turnSince);
  return effort.milliseconds + running || null;
}

/**
 * Tokens; null if the agent reports none. Some agents report only how much of the context is used.
 */
export function tokenWords({ effort, usage }: Effort): string | null {
  if (effort.tokens !== null) return shortCount(effort.tokens);
  return usage === null ? null : `${shortCount(usage.used)} in context`;
}

/** Null if the agent does not report costs. */
export function costWords({ usage }: Effort): string | null {
  return usage?.cost === undefined ? null : moneyText(usage.cost.amount, usage.cost.currency);
}

/** Time, tokens and cost, as far as they are known: `3 min 5 s`, `84k tokens`, `$0.42`. */
export function effortWords(session: Effort, now: number): readonly string[] {
  const time = workedTime(session, now);
  const words = [
    time === null ? null : formatDuration(time),
    session.effort.tokens === null ? tokenWords(session) : `${tokenWords(session)} tokens`,
    costWords(session),
  ];
  return words.filter((word) => word !== null);
}

/** The same for a narrow place: `3 min 5 s`, `84k`, `$0.42`. */
export function shortEffort(session: Effort, now: number): readonly string[] {
  const tokens = session.effort.tokens ?? session.usage?.used ?? null;
  const time = workedTime(session, now);
  const words = [
    time === null ? null : formatDuration(time),
    tokens === null ? null : shortCount(tokens),
    costWords(session),
  ];
  return words.filter((word) => word !== null);
}
