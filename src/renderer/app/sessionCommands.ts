import { flushSync } from 'react-dom';
import type { AppCommandId } from '#shared/commands/commandTable';
import type { SessionSummary } from '#shared/session/summary';
import { type Command, command } from '../commands/command';
import { showAgentDetails } from '../state/agentDetailsStore';
import { deleteSession } from '../state/deleteSession';
import { openDialog } from '../state/dialogStore';
import { activeSession } from '../state/panes';
import { refusalOf } from '../state/refusal';
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
} from '../state/sessionActions';
import { startRenaming } from '../state/sessionListStore';
import { sessionModel } from '../state/sessionModels';
import { sessionSummary, sessionsStore } from '../state/sessionsStore';
import { showSidebar } from '../state/sidebarStore';
import { goToNextWaiting, showWaitingList, waitingSessions } from '../state/waiting';

/** What can be done with sessions: with the one in the active pane, or with all of them. */
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

/** At once: what is typed right after the key belongs in the field. */
function focusSearch(): void {
  flushSync(showSidebar);
  const field = document.getElementById('session-filter');
  if (field instanceof HTMLInputElement) field.select();
}
