import { flushSync } from 'react-dom';
import type { SessionSummary } from '#shared/session/summary';
import type { Command } from '../commands/command';
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
  {
    id: 'sessions.search',
    title: 'Search sessions',
    group: 'Sessions',
    key: 'Mod+Shift+F',
    keywords: 'find filter transcript full text history',
    enabled: hasSessions,
    run: focusSearch,
  },
  {
    id: 'waiting.next',
    title: 'Go to what waits for you',
    group: 'Sessions',
    key: 'Mod+J',
    keywords: 'next permission question answer attention',
    enabled: () => waitingSessions().length > 0,
    run: goToNextWaiting,
  },
  {
    id: 'waiting.show',
    title: 'Show what waits for you',
    group: 'Sessions',
    key: 'Mod+Shift+J',
    keywords: 'list permissions questions attention',
    run: () => {
      showSidebar();
      showWaitingList(true);
    },
  },
  {
    id: 'session.import',
    title: 'Import a session…',
    group: 'Sessions',
    keywords: 'agent history conversation resume load list open earlier',
    run: () => openDialog('importSession'),
  },
  {
    id: 'sessions.broadcast',
    title: 'Send a prompt to several sessions…',
    group: 'Sessions',
    key: 'Mod+Shift+B',
    keywords: 'broadcast all many agents',
    enabled: hasSessions,
    run: () => openDialog('broadcast'),
  },
  {
    id: 'sessions.stopAll',
    title: 'Stop all sessions',
    group: 'Sessions',
    key: 'Mod+Shift+.',
    keywords: 'cancel halt interrupt everything',
    enabled: () => runningSessions().length > 0,
    run: stopAllSessions,
  },
  ofActive('session.stop', 'Stop session', {
    key: 'Mod+.',
    keywords: 'cancel turn interrupt',
    fits: ({ id }) => runningSessions().some((running) => running.id === id),
    run: ({ id }) => stopSession(id),
  }),
  ofActive('session.restartAgent', 'Restart agent', {
    keywords: 'crash reconnect process',
    fits: ({ status }) => status === 'failed' || status === 'interrupted',
    run: ({ id }) => restartAgent(id),
  }),
  ofActive('session.agentDetails', 'Show agent details', {
    keywords: 'wire protocol version capabilities can do',
    run: ({ id }) => showAgentDetails(id),
  }),
  ofActive('session.rename', 'Rename session', {
    key: 'F2',
    keywords: 'title name',
    run: ({ id }) => startRenaming(id),
  }),
  ofActive('session.duplicate', 'Duplicate session', {
    keywords: 'again same prompt copy',
    run: duplicateSession,
  }),
  ofActive('session.fork', 'Duplicate session with context', {
    keywords: 'fork branch copy conversation',
    fits: ({ canFork }) => canFork,
    run: forkSession,
  }),
  ofActive('session.logOut', 'Log out of agent', {
    keywords: 'login account authentication sign out',
    fits: ({ id }) => {
      const head = sessionModel(id)?.head();
      return head !== undefined && refusalOf(head, { type: 'authentication.logout' }) === null;
    },
    run: ({ id }) => logOut(id),
  }),
  ofActive('session.continue', 'Continue in new session', {
    keywords: 'handoff fresh follow up',
    run: continueSession,
  }),
  ofActive('session.exportMarkdown', 'Export session as Markdown…', {
    keywords: 'save transcript share',
    run: ({ id }) => exportSession(id, 'markdown'),
  }),
  ofActive('session.exportLog', 'Export event log of session…', {
    keywords: 'save ndjson json',
    run: ({ id }) => exportSession(id, 'ndjson'),
  }),
  ofActive('session.archive', 'Archive session', {
    keywords: 'hide done',
    fits: ({ archived }) => !archived,
    run: ({ id }) => archiveSession(id, true),
  }),
  ofActive('session.unarchive', 'Unarchive session', {
    fits: ({ archived }) => archived,
    run: ({ id }) => archiveSession(id, false),
  }),
  ofActive('session.delete', 'Delete session…', { keywords: 'remove', run: deleteSession }),
];

interface OfActive {
  readonly key?: string;
  readonly keywords?: string;
  fits?(session: SessionSummary): boolean;
  run(session: SessionSummary): void | Promise<void>;
}

function ofActive(id: string, title: string, { fits, run, ...rest }: OfActive): Command {
  return {
    id,
    title,
    group: 'Session',
    ...rest,
    enabled: () => {
      const session = active();
      return session !== undefined && (fits?.(session) ?? true);
    },
    run: () => {
      const session = active();
      if (session) return run(session);
    },
  };
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
