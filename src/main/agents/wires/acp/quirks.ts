import type { AgentIdentity } from '#shared/session/agent';

/**
 * These read a file before they create it, and do not accept "not found" for an answer: any error
 * makes their write fail (gemini-cli 0.61, and qwen-code which descends from it).
 */
const readsBeforeCreating: ReadonlySet<string> = new Set(['gemini-cli', 'qwen-code']);

export function takesMissingFileAsEmpty(identity: AgentIdentity | null): boolean {
  return identity !== null && readsBeforeCreating.has(identity.name);
}
