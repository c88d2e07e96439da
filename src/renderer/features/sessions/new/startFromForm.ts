import type { AgentId, SessionId } from '#shared/ids';
import type { ContentBlock } from '#shared/session/content';
import type { IsolationSetting } from '#shared/settings';
import { reportError } from '#window/diagnostics/reportError';
import { call } from '#window/ipc/client';
import { withPanes } from '#window/state/layout/panes';
import { goToSession } from '#window/state/layout/reveal';
import { rememberSet } from '#window/state/session/sessionSets';
import { startSettings } from './startSettings';

export interface SessionChoice {
  readonly agentId: AgentId;
  /** Further agents that get the same prompt. */
  readonly alsoAgentIds: readonly AgentId[];
  readonly folder: string;
  readonly isolation: IsolationSetting;
  readonly base: string | null;
  /** May be empty: the session then waits for its first prompt. */
  readonly content: readonly ContentBlock[];
}

/** Starts one session per agent and shows them side by side. It fails only if none could be started. */
export async function startFromForm(choice: SessionChoice): Promise<void> {
  const agents = [choice.agentId, ...choice.alsoAgentIds];
  const results = await Promise.allSettled(agents.map((agentId) => start(agentId, choice)));
  const started = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
  const failed = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  if (started.length === 0) throw failed[0];
  failed.forEach(reportError);
  const [first] = started;
  if (started.length > 1) {
    rememberSet(started);
    withPanes((panes) => panes.showSet(started));
  }
  if (first !== undefined) goToSession(first, 'tile');
}

async function start(agentId: AgentId, choice: SessionChoice): Promise<SessionId> {
  const { sessionId } = await call('sessions.create', {
    agentId,
    folder: choice.folder,
    isolation: choice.isolation,
    prompt: choice.content.length === 0 ? null : choice.content,
    continues: null,
    ...(choice.base !== null && { base: choice.base }),
    settings: startSettings(agentId),
  });
  return sessionId;
}
