import type { SessionId } from '#shared/ids';
import type { ContentBlock } from '#shared/session/content';
import { isInTurn, type SessionSummary } from '#shared/session/summary';
import { counted } from '#shared/text/counted';
import { reportError } from '#window/diagnostics/reportError';
import { call } from '#window/ipc/client';
import { panesStore, withPanes } from '#window/state/layout/panes';
import { goToSession } from '#window/state/layout/reveal';
import { holdSession, sessionModel } from '#window/state/session/sessionModels';
import { sessionSummary, sessionsStore, titleOf } from '#window/state/session/sessionsStore';
import { showToast } from '#window/ui/overlay/toasts';
import { numberedTitle } from './numberedTitle';

export async function renameSession(sessionId: SessionId, title: string): Promise<void> {
  await call('sessions.command', { sessionId, command: { type: 'session.rename', title } });
}

/** Archived sessions are closed on screen, too. */
export async function archiveSession(sessionId: SessionId, archived: boolean): Promise<void> {
  await call('sessions.command', { sessionId, command: { type: 'session.archive', archived } });
  const isOpen = panesStore.getState().open.includes(sessionId);
  if (!archived) return;
  if (isOpen) withPanes((panes) => panes.close(sessionId));
  showToast({
    title: `Archived “${titleOf(sessionSummary(sessionId))}”`,
    action: { label: 'Undo', run: () => void unarchive(sessionId, isOpen).catch(reportError) },
  });
}

/** Archives all of them in one step, with one undo. */
export async function archiveSessions(sessionIds: readonly SessionId[]): Promise<void> {
  const { open } = panesStore.getState();
  const wereOpen = sessionIds.filter((id) => open.includes(id));
  const set = (archived: boolean) =>
    Promise.all(
      sessionIds.map((sessionId) =>
        call('sessions.command', { sessionId, command: { type: 'session.archive', archived } }),
      ),
    );
  await set(true);
  withPanes((panes) => panes.closeSet(wereOpen));
  const undo = async () => {
    await set(false);
    for (const id of wereOpen) goToSession(id, 'tile');
  };
  showToast({
    title: `${counted(sessionIds.length, 'session')} archived`,
    action: { label: 'Undo', run: () => void undo().catch(reportError) },
  });
}

/** Restores an archived session to where it was. */
async function unarchive(sessionId: SessionId, wasOpen: boolean): Promise<void> {
  await archiveSession(sessionId, false);
  if (wasOpen) goToSession(sessionId);
}

export async function exportSession(
  sessionId: SessionId,
  format: 'markdown' | 'ndjson',
): Promise<void> {
  const { path } = await call('sessions.export', { sessionId, format });
  if (path !== null) showToast({ title: 'Session exported', description: path });
}

/** Starts the same task again: with the same agent, folder, isolation and first prompt. */
export async function duplicateSession(session: SessionSummary): Promise<void> {
  const prompt = await firstPrompt(session.id);
  const id = await startLike(session, { prompt, continues: null });
  if (session.title === '') return;
  const titles = [...(sessionsStore.getState().sessions?.values() ?? [])].map(({ title }) => title);
  await renameSession(id, numberedTitle(session.title, titles));
}

/** A new session whose agent knows all that was said in this one. */
export async function forkSession({ id }: SessionSummary): Promise<void> {
  const { sessionId } = await call('sessions.fork', { sessionId: id });
  goToSession(sessionId, 'tile');
}

/** A new session that remembers which one it continues. */
export async function continueSession(session: SessionSummary): Promise<void> {
  await startLike(session, { prompt: null, continues: session.id });
}

export async function stopSession(sessionId: SessionId): Promise<void> {
  await call('sessions.command', { sessionId, command: { type: 'turn.cancel' } });
}

/** Sessions with a turn that could be stopped, including those that wait for the user. */
export function runningSessions(): readonly SessionSummary[] {
  return [...(sessionsStore.getState().sessions?.values() ?? [])].filter(isInTurn);
}

/** Asks each to stop, even if another one fails. */
export async function stopAllSessions(): Promise<void> {
  const running = runningSessions();
  const results = await Promise.allSettled(running.map(({ id }) => stopSession(id)));
  const failed = results.filter(({ status }) => status === 'rejected').length;
  const stopped = running.length - failed;
  showToast({ title: stopped === 1 ? 'Stopped 1 session' : `Stopped ${stopped} sessions` });
}

export async function restartAgent(sessionId: SessionId): Promise<void> {
  await call('sessions.command', { sessionId, command: { type: 'agent.restart' } });
}

export async function logOut(sessionId: SessionId): Promise<void> {
  await call('sessions.command', { sessionId, command: { type: 'authentication.logout' } });
}

export async function sendPrompt(sessionId: SessionId, text: string): Promise<void> {
  const content: ContentBlock[] = [{ type: 'text', text }];
  await call('sessions.command', { sessionId, command: { type: 'prompt.send', content } });
}

async function startLike(
  { agent, project, isolation, base }: SessionSummary,
  rest: { prompt: readonly ContentBlock[] | null; continues: SessionId | null },
): Promise<SessionId> {
  const { sessionId } = await call('sessions.create', {
    agentId: agent.id,
    folder: project,
    isolation,
    ...(base !== null && { base }),
    ...rest,
  });
  goToSession(sessionId, 'tile');
  return sessionId;
}

/** The first prompt is near the start of every transcript, but need not be its first entry. */
const FIRST_ENTRIES = 20;

async function firstPrompt(sessionId: SessionId): Promise<readonly ContentBlock[] | null> {
  const release = holdSession(sessionId);
  try {
    const model = sessionModel(sessionId);
    if (model === undefined) return null;
    if (model.head() === undefined) await model.open();
    model.flush();
    // One at a time, because not all entries of a very long session are loaded.
    for (const id of model.order().slice(0, FIRST_ENTRIES)) {
      await model.ensure([id]);
      const entry = model.entry(id);
      if (entry?.kind === 'message' && entry.role === 'user') return entry.blocks.filter(isWhole);
    }
    return null;
  } finally {
    release();
  }
}

/** Bodies that live beside the other session's log cannot be sent from here. */
function isWhole(block: ContentBlock): boolean {
  return !('data' in block) || typeof block.data === 'string';
}
