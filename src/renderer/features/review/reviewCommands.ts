import type { ChangeView } from '#shared/airlock/changeView';
import type { Verdict } from '#shared/airlock/verdict';
import type { SessionId } from '#shared/ids';
import type { Command } from '../../commands/command';
import { call } from '../../ipc/client';
import { activeSession } from '../../state/panes';
import { toggleReview, toggleReviewSize } from '../../state/reviewPanel';
import { sessionChanges } from '../../state/sessionChanges';
import {
  applyCollected,
  decideAll,
  decideFile,
  decideHunks,
  decideLines,
  lastDecision,
  undoDecisions,
} from './model/actions';
import { activeReview } from './model/activeReview';
import { type Current, currentHunk } from './model/currentHunk';
import { diffHandle } from './model/diffHandle';
import { sendFeedback, untoldRefusals } from './model/feedback';
import { openHunks } from './model/fileState';
import { preferences, setPreference } from './model/preferences';
import { openReviewDialog } from './model/reviewDialog';
import { latestByPath } from './model/reviewedFiles';
import { reviewStore } from './model/reviewStore';
import { neighbourFile, neighbourHunk, type Place } from './model/walk';

const group = 'Changes';

/** What can be done about changes; most of it needs a review on screen. */
export const reviewCommands: readonly Command[] = [
  {
    id: 'review.toggle',
    title: 'Show or hide changes',
    group,
    key: 'Mod+Shift+G',
    keywords: 'review diff',
    enabled: () => activeSession() !== null || activeReview() !== null,
    run: () => {
      const session = activeSession() ?? activeReview();
      if (session !== null) toggleReview(session);
    },
  },
  inReview('review.maximise', 'Use the whole pane for changes', {
    key: 'Mod+Alt+G',
    run: toggleReviewSize,
  }),
  inReview('review.nextHunk', 'Go to next hunk', {
    key: 'F7',
    run: (session) => step(session, neighbourHunk, 1),
  }),
  inReview('review.previousHunk', 'Go to previous hunk', {
    key: 'Shift+F7',
    run: (session) => step(session, neighbourHunk, -1),
  }),
  inReview('review.nextFile', 'Go to next changed file', {
    key: 'Alt+PageDown',
    run: (session) => step(session, byFile, 1),
  }),
  inReview('review.previousFile', 'Go to previous changed file', {
    key: 'Alt+PageUp',
    run: (session) => step(session, byFile, -1),
  }),
  onHunk('review.acceptHunk', 'Accept hunk', 'Alt+Y', 'accept'),
  onHunk('review.rejectHunk', 'Reject hunk', 'Alt+N', 'reject'),
  onFile('review.acceptFile', 'Accept file', 'Alt+Shift+Y', 'accept'),
  onFile('review.rejectFile', 'Reject file', 'Alt+Shift+N', 'reject'),
  onAll('review.acceptAll', 'Accept all changes', 'accept'),
  onAll('review.rejectAll', 'Reject all changes', 'reject'),
  inReview('review.undo', 'Undo last decision', {
    key: 'Alt+Z',
    keywords: 'take back accept reject',
    fits: (session) => lastDecision(session) !== undefined,
    run: async (session) => {
      const decision = lastDecision(session);
      if (decision) await undoDecisions(session, [decision]);
    },
  }),
  inReview('review.comment', 'Comment on hunk or selected lines', {
    key: 'Alt+C',
    fits: (session) => diffHandle(session) !== undefined,
    run: (session) => diffHandle(session)?.comment(),
  }),
  inReview('review.sendFeedback', 'Send comments to agent', {
    key: 'Alt+S',
    keywords: 'feedback refused rejected',
    fits: hasFeedback,
    run: sendFeedback,
  }),
  inReview('review.edit', 'Edit the proposed text', {
    key: 'Alt+E',
    fits: (session) => diffHandle(session)?.canEdit() === true && !isEditing(session),
    run: (session) => {
      const { view } = here(session);
      if (view) reviewStore(session).setState({ editing: view.change.changeId });
    },
  }),
  inReview('review.saveEdit', 'Keep the edited text', {
    key: 'Mod+S',
    fits: isEditing,
    run: (session) => diffHandle(session)?.saveEdit(),
  }),
  inReview('review.openFile', 'Open changed file in editor', {
    key: 'Alt+O',
    keywords: 'external code',
    fits: (session) => here(session).view !== undefined,
    run: async (session) => {
      const { view, hunk } = here(session);
      if (view === undefined) return;
      const line = hunk?.hunk.type === 'text' ? hunk.hunk.baseStart + 1 : null;
      await call('changes.openFile', { sessionId: session, path: view.change.path, line });
    },
  }),
  inReview('review.applyCollected', 'Apply collected decisions', {
    fits: (session) => reviewStore(session).getState().collected.size > 0,
    run: applyCollected,
  }),
  inReview('review.commit', 'Commit accepted changes…', {
    keywords: 'git',
    fits: (session) => sessionChanges(session)?.isRepository === true && hasAccepted(session),
    run: (session) => openReviewDialog('commit', session),
  }),
  inReview('review.applyAsBranch', 'Apply accepted changes as a branch…', {
    keywords: 'git',
    fits: (session) => sessionChanges(session)?.isRepository === true && hasAccepted(session),
    run: (session) => openReviewDialog('branch', session),
  }),
  inReview('review.rewind', 'Rewind files…', {
    keywords: 'checkpoint restore turn',
    fits: (session) => (sessionChanges(session)?.checkpoints.length ?? 0) > 0,
    run: (session) => openReviewDialog('rewind', session),
  }),
  inReview('review.allFiles', 'Switch between all files and one file', {
    key: 'Alt+A',
    keywords: 'review scroll every multi',
    run: () => setPreference('allFiles', !preferences.getState().allFiles),
  }),
  inReview('review.sideBySide', 'Switch between side by side and inline', {
    key: 'Alt+I',
    keywords: 'diff view split unified',
    run: () => setPreference('sideBySide', !preferences.getState().sideBySide),
  }),
  inReview('review.whitespace', 'Show or hide changes of white space', {
    run: () => setPreference('ignoreWhitespace', !preferences.getState().ignoreWhitespace),
  }),
];

interface InReview {
  readonly key?: string;
  readonly keywords?: string;
  fits?(session: SessionId): boolean;
  run(session: SessionId): void | Promise<void> | undefined;
}

function inReview(id: string, title: string, { fits, run, ...rest }: InReview): Command {
  return {
    id,
    title,
    group,
    ...rest,
    enabled: () => {
      const session = activeReview();
      return session !== null && (fits?.(session) ?? true);
    },
    run: async () => {
      const session = activeReview();
      if (session !== null) await run(session);
    },
  };
}

function onHunk(id: string, title: string, key: string, verdict: Verdict): Command {
  return inReview(id, title, {
    key,
    fits: (session) => here(session).hunk?.outcome.state === 'pending' && !isEditing(session),
    run: async (session) => {
      const { view, hunk } = here(session);
      if (view === undefined || hunk === undefined) return;
      reviewStore(session).setState({ path: view.change.path, hunkId: hunk.hunk.id });
      // As the buttons do: whoever has selected some lines means those.
      const picked = diffHandle(session)?.pickedLines();
      if (picked?.hunk.hunk.id === hunk.hunk.id) {
        await decideLines(session, verdict, view, hunk, picked.lines);
      } else await decideHunks(session, verdict, view, [hunk]);
    },
  });
}

function onFile(id: string, title: string, key: string, verdict: Verdict): Command {
  return inReview(id, title, {
    key,
    fits: (session) => here(session).view?.status === 'open' && !isEditing(session),
    run: async (session) => {
      const { view } = here(session);
      if (view) await decideFile(session, verdict, view);
    },
  });
}

function onAll(id: string, title: string, verdict: Verdict): Command {
  return inReview(id, title, {
    fits: (session) => filesOf(session).some((view) => openHunks(view).length > 0),
    run: (session) => decideAll(session, verdict),
  });
}

function filesOf(session: SessionId): readonly ChangeView[] {
  return latestByPath(sessionChanges(session)?.changes ?? []);
}

/** The file and the hunk that the user is at. */
function here(session: SessionId): Current {
  const { path, hunkId } = reviewStore(session).getState();
  return currentHunk(filesOf(session), path, hunkId);
}

type Walk = (files: readonly ChangeView[], from: Place | null, by: 1 | -1) => Place | null;

const byFile: Walk = (files, from, by) => neighbourFile(files, from?.path ?? null, by);

function step(session: SessionId, walk: Walk, by: 1 | -1): void {
  const { view, hunk } = here(session);
  const from = view ? { path: view.change.path, hunkId: hunk?.hunk.id ?? null } : null;
  const next = walk(filesOf(session), from, by);
  if (next !== null) reviewStore(session).setState(next);
}

function isEditing(session: SessionId): boolean {
  return reviewStore(session).getState().editing !== null;
}

function hasAccepted(session: SessionId): boolean {
  const changes = sessionChanges(session)?.changes ?? [];
  return changes.some(({ hunks }) => hunks.some(({ outcome }) => outcome.state === 'accepted'));
}

function hasFeedback(session: SessionId): boolean {
  const { comments, told } = reviewStore(session).getState();
  return (
    comments.length > 0 || untoldRefusals(sessionChanges(session)?.changes ?? [], told).length > 0
  );
}
