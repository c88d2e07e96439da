import { expect, it, vi } from 'vitest';
import type { AgentSessionId } from '#shared/ids';
import type { ConversationOrigin } from '#shared/session/events';
import { foldAll } from '#test/support/foldAll';
import { created, SESSION, stamp } from '#test/support/sessionEvents';
import { type OpeningParts, openConversation } from './openConversation';

const agentSessionId = 'theirs' as AgentSessionId;

// I8.
it.each<readonly [ConversationOrigin, string]>([
  [{ type: 'remote', agentSessionId }, 'This agent cannot resume sessions.'],
  [{ type: 'fork', agentSessionId }, 'This agent cannot fork sessions.'],
])('begins no new conversation in the place of %j', async (origin, message) => {
  const newSession = vi.fn();
  const begun = { ...created(), origin };
  const parts = {
    lease: { connection: { newSession } },
    recorder: { state: foldAll(SESSION, stamp([begun])) },
    deadline: { signal: new AbortController().signal },
    servers: {},
  } as unknown as OpeningParts;
  await expect(openConversation(parts)).rejects.toThrow(message);
  expect(newSession).not.toHaveBeenCalled();
});
