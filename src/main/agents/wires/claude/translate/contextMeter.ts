import type { TurnUsage } from '#shared/session/agent';
import type { SessionEvent } from '#shared/session/events';
import { isRecord, type JsonRecord, type Mutable } from '../../json';

/** How full the model's context is. The context's size is reported only at the end of a turn. */
export class ContextMeter {
  private used: number | null = null;
  private size: number | null = null;
  private cost: number | null = null;

  /** Reads the usage of one message of the main agent. */
  heard(usage: unknown): readonly SessionEvent[] {
    if (!isRecord(usage)) return [];
    const used = [
      usage.input_tokens,
      usage.cache_creation_input_tokens,
      usage.cache_read_input_tokens,
      usage.output_tokens,
    ].reduce<number>((sum, tokens) => sum + (isAmount(tokens) ? tokens : 0), 0);
    if (used === 0 || used === this.used) return [];
    this.used = used;
    return this.updated();
  }

  ended(result: JsonRecord, model: string | null): readonly SessionEvent[] {
    const models = isRecord(result.modelUsage) ? result.modelUsage : {};
    const named = model === null || !Object.hasOwn(models, model) ? undefined : models[model];
    const sizes = (named === undefined ? Object.values(models) : [named])
      .map((usage) => (isRecord(usage) ? usage.contextWindow : undefined))
      .filter(isAmount);
    if (sizes.length > 0) this.size = sizes.reduce((most, size) => Math.max(most, size));
    if (isAmount(result.total_cost_usd)) this.cost = result.total_cost_usd;
    return this.updated();
  }

  private updated(): readonly SessionEvent[] {
    const { used, size, cost } = this;
    if (used === null || size === null) return [];
    const spent = cost === null ? {} : { cost: { amount: cost, currency: 'USD' } };
    return [{ type: 'usage.updated', usage: { used, size, ...spent } }];
  }
}

/** The token counts of a turn. */
export function turnUsage(usage: unknown): TurnUsage | null {
  if (!isRecord(usage)) return null;
  const counts: Mutable<TurnUsage> = {};
  if (isAmount(usage.input_tokens)) counts.inputTokens = usage.input_tokens;
  if (isAmount(usage.output_tokens)) counts.outputTokens = usage.output_tokens;
  if (isAmount(usage.cache_read_input_tokens))
    counts.cachedReadTokens = usage.cache_read_input_tokens;
  if (isAmount(usage.cache_creation_input_tokens)) {
    counts.cachedWriteTokens = usage.cache_creation_input_tokens;
  }
  const details = isRecord(usage.output_tokens_details) ? usage.output_tokens_details : {};
  if (isAmount(details.thinking_tokens)) counts.thoughtTokens = details.thinking_tokens;
  const { inputTokens = 0, outputTokens = 0, cachedReadTokens = 0, cachedWriteTokens = 0 } = counts;
  const totalTokens = inputTokens + outputTokens + cachedReadTokens + cachedWriteTokens;
  return Object.keys(counts).length === 0 ? null : { totalTokens, ...counts };
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}
