import type { AgentId, SessionId } from '#shared/ids';
import type { Isolation } from '#shared/settings';
import { call } from '../../ipc/client';

export interface SessionChoice {
  readonly agentId: AgentId;
  readonly folder: string;
  readonly isolation: Isolation;
  /** May be empty: the session then waits for its first prompt. */
  readonly prompt: string;
}

/** The one place from which sessions start. */
export async function startSession(choice: SessionChoice): Promise<SessionId> {
  const { agentId, folder, isolation } = choice;
  const text = choice.prompt.trim();
  const { sessionId } = await call('sessions.create', {
    agentId,
    folder,
    isolation,
    prompt: text === '' ? null : [{ type: 'text', text }],
    continues: null,
  });
  return sessionId;
}
