import type { WireProblem } from '#main/agents/connection';

export function invalidUpdate(kind: string, message: string): WireProblem {
  return { type: 'invalid', method: 'session/update', message: `${kind}: ${message}` };
}
