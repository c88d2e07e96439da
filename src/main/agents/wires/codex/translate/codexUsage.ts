import { isRecord, type JsonRecord } from '#main/agents/wires/json';
import type { TurnUsage } from '#shared/session/agent';
import type { SessionEvent } from '#shared/session/events';

type Counts = Readonly<Record<(typeof names)[number], number>>;

const names = [
  'totalTokens',
  'inputTokens',
  'cachedInputTokens',
  'cacheWriteInputTokens',
  'outputTokens',
  'reasoningOutputTokens',
] as const;

/** Token counts of the context and of each turn. Codex counts from the start of the thread. */
export class CodexUsage {
  /** The counts before the turn. */
  private before: Counts | null = null;
  private total: Counts | null = null;

  nextTurn(): void {
    this.before = this.total;
  }

  hear(usage: unknown): readonly SessionEvent[] {
    if (!isRecord(usage)) return [];
    const last = countsFrom(usage.last);
    const total = countsFrom(usage.total);
    // A resumed thread used tokens before this.
    this.before ??= subtract(total, last);
    this.total = total;
    const size = usage.modelContextWindow;
    if (!isAmount(size) || size === 0) return [];
    return [{ type: 'usage.updated', usage: { used: last.totalTokens, size } }];
  }

  get turn(): TurnUsage | null {
    if (this.total === null) return null;
    const used = this.before ? subtract(this.total, this.before) : this.total;
    if (used.totalTokens === 0) return null;
    return {
      totalTokens: used.totalTokens,
      inputTokens: Math.max(0, used.inputTokens - used.cachedInputTokens),
      outputTokens: used.outputTokens,
      thoughtTokens: used.reasoningOutputTokens,
      cachedReadTokens: used.cachedInputTokens,
      cachedWriteTokens: used.cacheWriteInputTokens,
    };
  }
}

function countsFrom(value: unknown): Counts {
  const told: JsonRecord = isRecord(value) ? value : {};
  return counts((name) => (isAmount(told[name]) ? told[name] : 0));
}

function subtract(from: Counts, what: Counts): Counts {
  return counts((name) => Math.max(0, from[name] - what[name]));
}

function counts(count: (name: (typeof names)[number]) => number): Counts {
  return Object.fromEntries(names.map((name) => [name, count(name)])) as Counts;
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}
