import { z } from 'zod';
import type { TurnResult } from '#main/agents/connection';
import type { TurnUsage } from '#shared/session/agent';

const count = z.number().nonnegative().optional().catch(undefined);

const promptAnswer = z.object({
  stopReason: z.string(),
  usage: z
    .object({
      totalTokens: count,
      inputTokens: count,
      outputTokens: count,
      thoughtTokens: count,
      cachedReadTokens: count,
      cachedWriteTokens: count,
    })
    .nullish()
    .catch(undefined),
});

const reasons: ReadonlySet<string> = new Set<TurnResult['reason']>([
  'end_turn',
  'max_tokens',
  'max_turn_requests',
  'refusal',
  'cancelled',
]);

export interface ReadTurn {
  readonly turn: TurnResult;
  /** A reason that we do not know: the turn is over all the same. */
  readonly unknownReason: string | null;
}

/** Throws a `ZodError` when the answer does not say that the turn is over. */
export function turnFromWire(answer: unknown): ReadTurn {
  const { stopReason, usage } = promptAnswer.parse(answer);
  const isKnown = reasons.has(stopReason);
  const reason = isKnown ? (stopReason as TurnResult['reason']) : 'end_turn';
  const counts = usage ? countsOf(usage) : {};
  return {
    turn: Object.keys(counts).length > 0 ? { reason, usage: counts } : { reason },
    unknownReason: isKnown ? null : stopReason,
  };
}

function countsOf(usage: Readonly<Record<string, number | undefined>>): TurnUsage {
  return Object.fromEntries(Object.entries(usage).filter(([, tokens]) => tokens !== undefined));
}
