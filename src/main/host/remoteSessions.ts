import { type AgentDefinition, type AgentPool, AgentStartError } from '#main/agents/agents';
import { ConnectionError, type ListedSession } from '#main/agents/connection';
import { fail, ok, type Result } from '#shared/errors';
import type { AgentSessionId } from '#shared/ids';

export interface RemoteListing {
  readonly pool: AgentPool;
  readonly definition: AgentDefinition;
  readonly folder: string;
  /** Whether sessions of all folders are listed, not only of this one. */
  readonly everywhere: boolean;
  readonly milliseconds: number;
  /** The sessions that are listed here already, and are left out. */
  known(): readonly AgentSessionId[];
}

/**
 * Lists the conversations that an agent remembers. Starts the agent if it is not running, and
 * releases it afterwards.
 */
export async function listRemoteSessions(
  listing: RemoteListing,
): Promise<Result<readonly ListedSession[]>> {
  const { pool, definition, folder, everywhere, milliseconds, known } = listing;
  const nobodyGivesUp = new AbortController().signal;
  try {
    using lease = await pool.lease({
      definition,
      workspace: folder,
      signal: nobodyGivesUp,
      onProgress: () => undefined,
    });
    const { listSessions } = lease.connection;
    if (listSessions === undefined) {
      return fail('unavailable', 'This agent cannot list its sessions.');
    }
    const signal = AbortSignal.timeout(milliseconds);
    const listed = await listSessions(everywhere ? null : folder, signal);
    const here = new Set(known());
    return ok(listed.filter(({ agentSessionId }) => !here.has(agentSessionId)));
  } catch (error) {
    if (!(error instanceof ConnectionError || error instanceof AgentStartError)) throw error;
    const needsLogin = error instanceof ConnectionError && error.code === 'authentication-required';
    const code = needsLogin ? 'authentication-required' : 'unavailable';
    return fail(code, error.message, error.detail);
  }
}
