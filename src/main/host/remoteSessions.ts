import { type AgentDefinition, type AgentPool, AgentStartError } from '#main/agents/agents';
import { ConnectionError, type ListedSession } from '#main/agents/connection';
import { fail, ok, type Result } from '#shared/errors';

export interface RemoteListing {
  readonly pool: AgentPool;
  readonly definition: AgentDefinition;
  readonly folder: string;
  /** Not only the conversations about that folder. */
  readonly everywhere: boolean;
  readonly milliseconds: number;
}

/** The conversations that an agent remembers. Starts the agent if it does not run, and lets it go. */
export async function listRemoteSessions(
  listing: RemoteListing,
): Promise<Result<readonly ListedSession[]>> {
  const { pool, definition, folder, everywhere, milliseconds } = listing;
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
      return fail('unavailable', 'This agent does not list its conversations.');
    }
    return ok(await listSessions(everywhere ? null : folder, AbortSignal.timeout(milliseconds)));
  } catch (error) {
    if (!(error instanceof ConnectionError || error instanceof AgentStartError)) throw error;
    const needsLogin = error instanceof ConnectionError && error.code === 'authentication-required';
    const code = needsLogin ? 'authentication-required' : 'unavailable';
    return fail(code, error.message, error.detail);
  }
}
