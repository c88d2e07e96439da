import { flushSync } from 'react-dom';
import type { AppCommandId } from '#shared/commands/commandTable';
import type { SessionSummary } from '#shared/session/summary';
import { deleteSession } from '#window/actions/deleteSession';
import { refusalOf } from '#window/actions/refusal';
import {
  archiveSession,
  continueSession,
  duplicateSession,
  exportSession,
  forkSession,
  logOut,
  restartAgent,
  runningSessions,
  stopAllSessions,
  stopSession,
} from '#window/actions/sessionActions';
import { type Command, command } from '#window/commands/command';
import { showAgentDetails } from '#window/state/agents/agentDetailsStore';
import { openDialog } from '#window/state/layout/dialogStore';
import { activeSession, panesStore } from '#window/state/layout/panes';
import { goToChanges } from '#window/state/layout/reveal';
import { openAgentCheck, openAgentSettings } from '#window/state/layout/settingsSection';
import { showSidebar } from '#window/state/layout/sidebarStore';
import { folderStore } from '#window/state/projects/folderStore';
import { startRenaming } from '#window/state/session/sessionListStore';
import { sessionModel } from '#window/state/session/sessionModels';
import { sessionSummary, sessionsStore } from '#window/state/session/sessionsStore';
import { sessionsToReview } from '#window/state/session/sessionsToReview';
import { goToNextWaiting, showWaitingList, waitingSessions } from '#window/state/waiting';
import { showWhoWrote } from '#window/state/whoWrote';

/** The commands for sessions: for the one in the active pane, or for all of them. */
export const sessionCommands: readonly Command[] = [
  command('sessions.search', {
    enabled: hasSessions,
    run: focusSearch,
  }),
  command('waiting.next', {
    enabled: () => waitingSessions().length > 0,
    run: goToNextWaiting,
  }),
  command('waiting.show', {
    run: () => {
      showSidebar();
      showWaitingList(true);
    },
  }),
  command('review.nextSession', {
    enabled: () => sessionsToReview().length > 0,
    run: goToNextReview,
  }),
  command('agents.check', {
    run: () => {
      const id = activeSession();
      const agent = id === null ? undefined : sessionSummary(id)?.agent;
      if (agent === undefined) openAgentSettings();
      else openAgentCheck(agent.id);
    },
  }),
  command('project.whoWrote', {
    enabled: () => projectAtHand() !== undefined,
    run: () => showWhoWrote(projectAtHand() ?? '', null),
  }),
  command('session.import', {
    run: () => openDialog('importSession'),
  }),
  command('sessions.broadcast', {
    enabled: hasSessions,
    run: () => openDialog('broadcast'),
  }),
  command('sessions.stopAll', {
    enabled: () => runningSessions().length > 0,
    run: stopAllSessions,
  }),
  ofActive('session.stop', {
    fits: ({ id }) => runningSessions().some((running) => running.id === id),
    run: ({ id }) => stopSession(id),
  }),
  ofActive('session.restartAgent', {
    fits: ({ status }) => status === 'failed' || status === 'interrupted',
    run: ({ id }) => restartAgent(id),
  }),
  ofActive('session.agentDetails', {
    run: ({ id }) => showAgentDetails(id),
  }),
  ofActive('session.rename', {
    run: ({ id }) => startRenaming(id),
  }),
  ofActive('session.duplicate', {
    run: duplicateSession,
  }),
  ofActive('session.fork', {
    fits: ({ canFork }) => canFork,
    run: forkSession,
  }),
  ofActive('session.logOut', {
    fits: ({ id }) => {
      const head = sessionModel(id)?.head();
      return head !== undefined && refusalOf(head, { type: 'authentication.logout' }) === null;
    },
    run: ({ id }) => logOut(id),
  }),
  ofActive('session.continue', {
    run: continueSession,
  }),
  ofActive('session.exportMarkdown', {
    run: ({ id }) => exportSession(id, 'markdown'),
  }),
  ofActive('session.exportLog', {
    run: ({ id }) => exportSession(id, 'ndjson'),
  }),
  ofActive('session.archive', {
    fits: ({ archived }) => !archived,
    run: ({ id }) => archiveSession(id, true),
  }),
  ofActive('session.unarchive', {
    fits: ({ archived }) => archived,
    run: ({ id }) => archiveSession(id, false),
  }),
  ofActive('session.delete', { run: deleteSession }),
];

interface OfActive {
  fits?(session: SessionSummary): boolean;
  run(session: SessionSummary): void | Promise<void>;
}

function ofActive(id: AppCommandId, { fits, run }: OfActive): Command {
  return command(id, {
    enabled: () => {
      const session = active();
      return session !== undefined && (fits?.(session) ?? true);
    },
    run: () => {
      const session = active();
      if (session) return run(session);
    },
  });
}

function active(): SessionSummary | undefined {
  const id = activeSession();
  return id === null ? undefined : sessionSummary(id);
}

function hasSessions(): boolean {
  return (sessionsStore.getState().sessions?.size ?? 0) > 0;
}

/** Synchronous, because text typed right after the key belongs in the field. */
function focusSearch(): void {
  flushSync(showSidebar);
  const field = document.getElementById('session-filter');
  if (field instanceof HTMLInputElement) field.select();
}

/**
 * The folder of the session in front, of the one that the window was opened on, or of the newest
 * session.
 */
function projectAtHand(): string | undefined {
  const active = activeSession();
  const project = active === null ? undefined : sessionSummary(active)?.project;
  if (project !== undefined) return project;
  const { current } = folderStore.getState();
  if (current !== null) return current;
  const sessions = [...(sessionsStore.getState().sessions?.values() ?? [])];
  return sessions.toSorted((one, other) => other.updatedAt - one.updatedAt)[0]?.project;
}

/**
 * Goes to the next session after the one on screen that has something to review, and starts again
 * at the end.
 */
function goToNextReview(): void {
  const waiting = sessionsToReview();
  const { active } = panesStore.getState();
  const index = waiting.findIndex(({ id }) => id === active);
  const next = waiting[(index + 1) % waiting.length];
  if (next) goToChanges(next.id);
}
