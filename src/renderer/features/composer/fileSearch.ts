import type { SessionId } from '#shared/ids';
import { call } from '../../ipc/client';

/** Files that fit what was typed, best first, as paths from where the agent works. */
export async function searchFiles(sessionId: SessionId, query: string): Promise<readonly string[]> {
  const found = await call('sessions.files', { sessionId, query });
  return found.map(({ path }) => path);
}
