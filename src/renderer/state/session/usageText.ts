import type { ContextUsage } from '#shared/session/agent';

/** Pure: `84k of 200k tokens, $0.42`. */
export function usageText({ used, size, cost }: ContextUsage): string {
  const tokens = `${shortCount(used)} of ${shortCount(size)} tokens`;
  return cost === undefined ? tokens : `${tokens}, ${moneyText(cost.amount, cost.currency)}`;
}

export function shortCount(count: number): string {
  if (count < 1_000) return String(Math.round(count));
  if (count < 1_000_000) return `${Math.round(count / 1_000)}k`;
  return `${(count / 1_000_000).toFixed(1)}M`;
}

export function moneyText(amount: number, currency: string): string {
  try {
    return new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount);
  } catch {
    // The currency as the agent names it, which may not be a real one.
    return `${amount.toFixed(2)} ${currency.slice(0, 8)}`;
  }
}
