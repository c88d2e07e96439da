import type { Usage, UsageUpdate } from '@agentclientprotocol/sdk/unstable';

/**
 * The size of the context. There is no model: a word counts as a token, and the size is invented.
 */
const windowSize = 200_000;

export function countWords(text: string): number {
  return text.match(/\S+/g)?.length ?? 0;
}

/** The token counts of one turn. */
export class DemoUsage {
  input = 0;
  output = 0;
  thought = 0;

  toUsage(): Usage {
    return {
      inputTokens: this.input,
      outputTokens: this.output,
      thoughtTokens: this.thought,
      totalTokens: this.input + this.output + this.thought,
    };
  }
}

export class SessionUsage {
  used: number;

  constructor(used = 0) {
    this.used = used;
  }

  add(turn: DemoUsage): void {
    this.used = Math.min(windowSize, this.used + turn.input + turn.output + turn.thought);
  }

  toUpdate(): UsageUpdate {
    return { used: this.used, size: windowSize };
  }
}
