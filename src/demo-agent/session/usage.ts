import type { Usage, UsageUpdate } from '@agentclientprotocol/sdk/unstable';

/** There is no model here: a word counts as a token, and the window is a round number. */
const windowSize = 200_000;

export function countWords(text: string): number {
  return text.match(/\S+/g)?.length ?? 0;
}

/** What one turn has read, said and thought. */
export class TurnUsage {
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

  add(turn: TurnUsage): void {
    this.used = Math.min(windowSize, this.used + turn.input + turn.output + turn.thought);
  }

  toUpdate(): UsageUpdate {
    return { used: this.used, size: windowSize };
  }
}
