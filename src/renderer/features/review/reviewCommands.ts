import { type ChangeView, openHunks } from '#shared/airlock/changeView';
import type { Verdict } from '#shared/airlock/verdict';
import type { AppCommandId } from '#shared/commands/commandTable';
import type { SessionId } from '#shared/ids';
import { revertSession } from '#window/actions/revertSession';
import { type Command, command } from '#window/commands/command';
import { call } from '#window/ipc/client';
import { activeSession } from '#window/state/layout/panes';
import { toggleReview, toggleReviewSize } from '#window/state/layout/reviewPanel';
import { startChecks } from '#window/state/session/checks';
import { sessionChanges } from '#window/state/session/sessionChanges';
import { chosenHunks } from './checks/chosenHunks';
import {
  applyCollected,
  canUndo,
  decideAll,
  decideFile,
  decideHunks,
  decideLines,
  undoLast,
} from './model/actions';
import { activeReview } from './model/activeReview';
import { isTooEarly } from './model/beat';
import { type Current, currentHunk } from './model/diff/currentHunk';
import { diffHandle } from './model/diff/diffHandle';
import { sendFeedback, untoldRefusals } from './model/feedback/feedback';
import { openFind } from './model/find';
import { preferences, setPreference } from './model/preferences';
import { openReviewDialog } from './model/reviewDialog';
import { latestByPath, shownFiles } from './model/reviewedFiles';
import { reviewStore } from './model/reviewStore';
import { isSeen, setSeen } from './model/seenFiles';
import { neighbourFile, neighbourHunk, type ReviewPlace } from './model/walk';

/** The commands about changes; most of them need a visible review. */
export const reviewCommands: readonly Command[] = [
  command('review.toggle', {
    enabled: () => activeSession() !== null || activeReview() !== null,
    run: () => {
      const session = activeSession() ?? activeReview();
      if (session !== null) toggleReview(session);
    },
  }),
  inReview('review.maximise', {
    run: toggleReviewSize,
  }),
  inReview('review.nextHunk', {
    run: (session) => step(session, neighbourHunk, 1),
  }),
  inReview('review.previousHunk', {
    run: (session) => step(session, neighbourHunk, -1),
  }),
  inReview('review.nextFile', {
    run: (session) => step(session, byFile, 1),
  }),
  inReview('review.previousFile', {
    run: (session) => step(session, byFile, -1),
  }),
  onHunk('review.acceptHunk', 'accept'),
  onHunk('review.rejectHunk', 'reject'),
  onFile('review.acceptFile', 'accept'),
  onFile('review.rejectFile', 'reject'),
  onAll('review.acceptAll', 'accept'),
  onAll('review.rejectAll', 'reject'),
  inReview('review.undo', {
    fits: canUndo,
    run: undoLast,
  }),
  inReview('review.comment', {
    fits: (session) => diffHandle(session) !== undefined,
    run: (session) => diffHandle(session)?.comment(),
  }),
  inReview('review.sendFeedback', {
    fits: hasFeedback,
    run: sendFeedback,
  }),
  inReview('review.edit', {
    fits: (session) => diffHandle(session)?.canEdit() === true && !isEditing(session),
    run: (session) => {
      const { view } = here(session);
      if (view) reviewStore(session).setState({ editing: view.change.path });
    },
  }),
  inReview('review.saveEdit', {
    fits: isEditing,
    run: (session) => diffHandle(session)?.saveEdit(),
  }),
  inReview('review.openFile', {
    fits: (session) => here(session).view !== undefined,
    run: async (session) => {
      const { view, hunk } = here(session);
      if (view === undefined) return;
      const line = hunk?.hunk.type === 'text' ? hunk.hunk.baseStart + 1 : null;
      await call('changes.openFile', { sessionId: session, path: view.change.path, line });
    },
  }),
  inReview('review.applyCollected', {
    fits: (session) => reviewStore(session).getState().collected.size > 0,
    run: applyCollected,
  }),
  inReview('review.runChecks', {
    fits: (session) => filesOf(session).length > 0,
    run: (session) => {
      const { collected } = reviewStore(session).getState();
      startChecks(session, chosenHunks(filesOf(session), collected));
    },
  }),
  inReview('review.checkOnce', {
    fits: (session) => filesOf(session).length > 0,
    run: (session) => openReviewDialog('check', session),
  }),
  inReview('review.commit', {
    fits: (session) => sessionChanges(session)?.isRepository === true && hasAccepted(session),
    run: (session) => openReviewDialog('commit', session),
  }),
  inReview('review.deliver', {
    fits: (session) => sessionChanges(session)?.isRepository === true && hasAccepted(session),
    run: (session) => openReviewDialog('deliver', session),
  }),
  inReview('review.applyAsBranch', {
    fits: (session) => sessionChanges(session)?.isRepository === true && hasAccepted(session),
    run: (session) => openReviewDialog('branch', session),
  }),
  inReview('review.revertSession', {
    fits: hasAccepted,
    run: revertSession,
  }),
  inReview('review.compareMain', {
    fits: (session) => sessionChanges(session)?.isRepository === true,
    run: (session) => openReviewDialog('compare', session),
  }),
  inReview('review.openCopy', {
    run: async (session) => {
      await call('changes.openCopy', { sessionId: session });
    },
  }),
  inReview('review.rewind', {
    fits: (session) => (sessionChanges(session)?.checkpoints.length ?? 0) > 0,
    run: (session) => openReviewDialog('rewind', session),
  }),
  inReview('review.allFiles', {
    run: () => setPreference('allFiles', !preferences.getState().allFiles),
  }),
  inReview('review.sideBySide', {
    run: () => setPreference('sideBySide', !preferences.getState().sideBySide),
  }),
  inReview('review.find', {
    fits: (session) => filesOf(session).length > 0,
    run: openFind,
  }),
  inReview('review.hideDecided', {
    run: () => setPreference('hideDecided', !preferences.getState().hideDecided),
  }),
  inReview('review.seen', {
    fits: (session) => here(session).view !== undefined,
    run: (session) => {
      const { view } = here(session);
      if (view) setSeen(session, view, !isSeen(reviewStore(session).getState().seen, view));
    },
  }),
  inReview('review.whitespace', {
    run: () => setPreference('ignoreWhitespace', !preferences.getState().ignoreWhitespace),
  }),
];

interface InReview {
  fits?(session: SessionId): boolean;
  run(session: SessionId): void | Promise<void> | undefined;
}

function inReview(id: AppCommandId, { fits, run }: InReview): Command {
  return command(id, {
    enabled: () => {
      const session = activeReview();
      return session !== null && (fits?.(session) ?? true);
    },
    run: async () => {
      const session = activeReview();
      if (session !== null) await run(session);
    },
  });
}

function onHunk(id: AppCommandId, verdict: Verdict): Command {
  return inReview(id, {
    fits: (session) => here(session).hunk?.outcome.state === 'pending' && !isEditing(session),
    run: async (session) => {
      const { view, hunk } = here(session);
      if (view === undefined || hunk === undefined || isTooEarly(session)) return;
      reviewStore(session).setState({ path: view.change.path, hunkId: hunk.hunk.id });
      // Selected lines take precedence, as with the buttons.
      const picked = diffHandle(session)?.pickedLines();
      if (picked?.hunk.hunk.id === hunk.hunk.id) {
        await decideLines(session, verdict, view, hunk, picked.lines);
      } else await decideHunks(session, verdict, view, [hunk]);
    },
  });
}

function onFile(id: AppCommandId, verdict: Verdict): Command {
  return inReview(id, {
    fits: (session) => here(session).view?.status === 'open' && !isEditing(session),
    run: async (session) => {
      const { view } = here(session);
      if (view && !isTooEarly(session)) await decideFile(session, verdict, view);
    },
  });
}

function onAll(id: AppCommandId, verdict: Verdict): Command {
  return inReview(id, {
    fits: (session) => filesOf(session).some((view) => openHunks(view).length > 0),
    run: (session) => decideAll(session, verdict),
  });
}

function filesOf(session: SessionId): readonly ChangeView[] {
  return latestByPath(sessionChanges(session)?.changes ?? []);
}

/** The files that the list shows. */
function listedFiles(session: SessionId): readonly ChangeView[] {
  const { path } = reviewStore(session).getState();
  return shownFiles(filesOf(session), preferences.getState().hideDecided, path);
}

/** The current file and hunk. */
function here(session: SessionId): Current {
  const { path, hunkId } = reviewStore(session).getState();
  return currentHunk(listedFiles(session), path, hunkId);
}

type Walk = (
  files: readonly ChangeView[],
  from: ReviewPlace | null,
  by: 1 | -1,
) => ReviewPlace | null;

const byFile: Walk = (files, from, by) => neighbourFile(files, from?.path ?? null, by);

function step(session: SessionId, walk: Walk, by: 1 | -1): void {
  const { view, hunk } = here(session);
  const from = view ? { path: view.change.path, hunkId: hunk?.hunk.id ?? null } : null;
  const next = walk(listedFiles(session), from, by);
  // The user goes there, so the next key is meant for it.
  if (next !== null) {
    reviewStore(session).setState({ ...next, isInBeat: false, hasIgnoredKey: false });
  }
}

/** Whether the user is editing the file in front. */
function isEditing(session: SessionId): boolean {
  const { editing } = reviewStore(session).getState();
  return editing !== null && here(session).view?.change.path === editing;
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
