import type { AgentId, SessionId } from '#shared/ids';
import type { StartSetting } from '#shared/session/commands';
import type { ContentBlock } from '#shared/session/content';
import type { IsolationSetting } from '#shared/settings';
import { reportError } from '#window/diagnostics/reportError';
import { call } from '#window/ipc/client';
import { withPanes } from '#window/state/layout/panes';
import { promptAgainStore } from '#window/state/layout/promptAgain';
import { goToSession } from '#window/state/layout/reveal';
import { rememberSet, setOf } from '#window/state/session/sessionSets';
import { startVariants } from './startSettings';

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

/**
 * Starts a session for each variant of each agent and shows them side by side. Fails only if no
 * session could be started.
 */
export async function startFromForm(choice: SessionChoice): Promise<void> {
  const wanted = [choice.agentId, ...choice.alsoAgentIds].flatMap((agentId) =>
    startVariants(agentId).map((settings) => ({ agentId, settings })),
  );
  const results = await Promise.allSettled(
    wanted.map(({ agentId, settings }) => start(agentId, settings, choice)),
  );
  const started = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
  const failed = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  if (started.length === 0) throw failed[0];
  failed.forEach(reportError);
  const [first] = started;
  const set = withSource(started, choice);
  if (set.length > 1) {
    rememberSet(set);
    withPanes((panes) => panes.showSet(set));
  }
  if (first !== undefined) goToSession(first, 'tile');
}

/** The new sessions together with the one that the prompt is from, and those that got it before. */
function withSource(started: readonly SessionId[], choice: SessionChoice): readonly SessionId[] {
  const { wanted } = promptAgainStore.getState();
  promptAgainStore.setState({ wanted: null });
  const isSame = wanted?.folder === choice.folder && isText(choice.content, wanted.prompt);
  if (wanted === null || !isSame) return started;
  const before = setOf(wanted.from);
  return [...(before.length === 0 ? [wanted.from] : before), ...started];
}

function isText(content: readonly ContentBlock[], text: string): boolean {
  const [first] = content;
  return first?.type === 'text' && first.text.trim() === text.trim();
}

async function start(
  agentId: AgentId,
  settings: readonly StartSetting[],
  choice: SessionChoice,
): Promise<SessionId> {
  const { sessionId } = await call('sessions.create', {
    agentId,
    folder: choice.folder,
    isolation: choice.isolation,
    prompt: choice.content.length === 0 ? null : choice.content,
    continues: null,
    ...(choice.base !== null && { base: choice.base }),
    settings,
  });
  return sessionId;
}
