import { CodexTranslator } from '#main/agents/wires/codex/translate/codexTranslator';
import type { Heard } from '#main/agents/wires/heard';
import type { AgentSessionId } from '#shared/ids';
import { countingIds } from './countingIds';

const choices = { models: [], collaborations: [] };

export type Message = readonly [method: string, params: object];

export function translator(subagent: string | null = null): CodexTranslator {
  const made = new CodexTranslator(countingIds(), choices, subagent as AgentSessionId | null);
  made.items.folder = '/work';
  return made;
}

export function heard(...messages: readonly Message[]): readonly Heard[] {
  const made = translator();
  return messages.flatMap(([method, params]) => made.translate(method, params as never));
}

export const started = (item: object): Message => ['item/started', { item }];

export const completed = (item: object): Message => ['item/completed', { item }];
