import type { SessionId } from '#shared/ids';
import type { ReviewComment } from '#shared/ipc/changes';
import { reportError } from '#window/diagnostics/reportError';
import { call } from '#window/ipc/client';
import type { LineComment } from './lineComment';

/** Has main know the user's comments: an agent can ask for them before they are sent. */
export function tellComments(sessionId: SessionId, comments: readonly LineComment[]): void {
  call('changes.comments', { sessionId, comments: comments.map(toldComment) }).catch(reportError);
}

function toldComment({ path, side, start, end, text }: LineComment): ReviewComment {
  const firstLine = start + 1;
  return {
    path,
    side: side === 'original' ? 'before' : 'after',
    firstLine,
    lastLine: Math.max(firstLine, end),
    text,
  };
}
