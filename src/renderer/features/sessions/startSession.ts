import { AppException } from '#shared/errors';
import type { Isolation } from '#shared/settings';

export interface SessionChoice {
  readonly agentId: string;
  readonly folder: string;
  readonly isolation: Isolation;
  /** May be empty: the session then waits for its first prompt. */
  readonly prompt: string;
}

/** The one place from which sessions start. It waits for `sessions.create` in the contract. */
export async function startSession(choice: SessionChoice): Promise<void> {
  throw new AppException({
    code: 'unavailable',
    message: `This build cannot start ${choice.agentId} yet.`,
  });
}
