import type { WireProblem } from '#main/agents/connection';
import { labelOf } from './json';

/** The problem for a notification that belongs to no session and has no meaning here. */
export function unknownNotification(method: unknown): Extract<WireProblem, { type: 'unexpected' }> {
  const name = labelOf(method, 'a notification');
  return { type: 'unexpected', message: `The agent sent ${name}, which is unknown.` };
}

/** The problem for a request that nothing here answers. */
export function unofferedRequest(method: unknown): WireProblem {
  const name = labelOf(method, 'a request');
  return { type: 'unexpected', message: `The agent asked for ${name}, which is not supported.` };
}
