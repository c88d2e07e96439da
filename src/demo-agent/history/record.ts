import type { ContentBlock, SessionUpdate } from '@agentclientprotocol/sdk/unstable';
import { z } from 'zod';

export interface TurnSummary {
  readonly prompt: string;
  /** The actions, each as a short line of Markdown. */
  readonly deeds: readonly string[];
  readonly stopReason: string;
}

/** One line of a transcript. */
export type HistoryRecord =
  | {
      readonly kind: 'prompt';
      readonly at: string;
      readonly messageId: string;
      readonly content: ContentBlock[];
    }
  | { readonly kind: 'update'; readonly at: string; readonly update: SessionUpdate }
  | { readonly kind: 'turn'; readonly at: string; readonly summary: TurnSummary };

const content = z.array(z.looseObject({ type: z.string() }));

const schema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('prompt'), at: z.string(), messageId: z.string(), content }),
  z.object({
    kind: z.literal('update'),
    at: z.string(),
    update: z.looseObject({
      sessionUpdate: z.enum([
        'agent_message_chunk',
        'agent_thought_chunk',
        'tool_call',
        'tool_call_update',
        'plan',
      ]),
    }),
  }),
  z.object({
    kind: z.literal('turn'),
    at: z.string(),
    summary: z.object({ prompt: z.string(), deeds: z.array(z.string()), stopReason: z.string() }),
  }),
]);

/** Undefined for a line that a crash cut short or that somebody edited. */
export function parseRecord(line: string): HistoryRecord | undefined {
  try {
    // We wrote the blocks inside, and the client checks them again when they are replayed.
    return schema.parse(JSON.parse(line)) as HistoryRecord;
  } catch {
    return undefined;
  }
}
