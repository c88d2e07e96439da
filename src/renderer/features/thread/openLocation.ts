import type { SessionId } from '#shared/ids';
import { reportError } from '#window/diagnostics/reportError';
import { call } from '#window/ipc/client';

/** Goes to a place in a file, in the user's editor. */
export function openLocation(sessionId: SessionId, path: string, line: number | null): void {
  call('changes.openFile', { sessionId, path, line }).catch(reportError);
}
