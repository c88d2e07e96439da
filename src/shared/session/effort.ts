import type { TurnUsage } from './agent';

/** What the turns of a session have taken so far. */
export interface SessionEffort {
  /** Turns that have ended. */
  readonly milliseconds: number;
  /** The total of all turns; null if the agent never reported it. */
  readonly tokens: number | null;
  /** Questions of the agent's, permission requests included. */
  readonly questions: number;
}

export const NO_EFFORT: SessionEffort = { milliseconds: 0, tokens: null, questions: 0 };

export function withTurn(
  effort: SessionEffort,
  milliseconds: number,
  usage: TurnUsage | undefined,
): SessionEffort {
  const tokens = tokensOf(usage);
  return {
    ...effort,
    milliseconds: effort.milliseconds + Math.max(0, milliseconds),
    tokens: tokens === null ? effort.tokens : (effort.tokens ?? 0) + tokens,
  };
}

function tokensOf(usage: TurnUsage | undefined): number | null {
  if (usage?.totalTokens !== undefined) return usage.totalTokens;
  const told = [usage?.inputTokens, usage?.outputTokens, usage?.thoughtTokens];
  const known = told.filter((count) => count !== undefined);
  return known.length === 0 ? null : known.reduce((sum, count) => sum + count, 0);
}
