import { z } from 'zod';
import type { TurnResult } from '#main/agents/connection';
import type { TurnUsage } from '#shared/session/agent';
import { turnEndedFor } from '../../stopReason';

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

/** Throws a `ZodError` when the answer does not say that the turn is over. */
export function turnFromWire(answer: unknown): TurnResult {
  const { stopReason, usage } = promptAnswer.parse(answer);
  const turn = turnEndedFor(stopReason);
  const counts = usage ? countsOf(usage) : {};
  return Object.keys(counts).length > 0 ? { ...turn, usage: counts } : turn;
}

function countsOf(usage: Readonly<Record<string, number | undefined>>): TurnUsage {
  return Object.fromEntries(Object.entries(usage).filter(([, tokens]) => tokens !== undefined));
}
