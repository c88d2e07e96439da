import type { ListedSession } from '#main/agents/connection';
import { cutText } from '#main/base/cutText';
import type { AgentSessionId } from '#shared/ids';
import { PATH } from '#shared/session/kinds/bounds';
import { identifier } from './json';
import { LISTED_TITLE_LENGTH, TIME_LENGTH } from './limits';

/**
 * One session in a list; none if it cannot be opened. An agent may list thousands, each as long as
 * a message.
 */
export function listedSession(session: {
  readonly id: unknown;
  readonly cwd: unknown;
  readonly title: unknown;
  readonly updatedAt: unknown;
}): readonly ListedSession[] {
  const { cwd, title, updatedAt } = session;
  const id = identifier(session.id);
  if (id === null || typeof cwd !== 'string' || cwd.length > PATH) return [];
  const isTime = typeof updatedAt === 'string' && updatedAt.length <= TIME_LENGTH;
  return [
    {
      agentSessionId: id as string as AgentSessionId,
      cwd,
      title: typeof title === 'string' ? cutText(title, LISTED_TITLE_LENGTH) : null,
      updatedAt: isTime ? updatedAt : null,
    },
  ];
}
