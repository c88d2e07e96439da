import { GitCompareArrows } from 'lucide-react';
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react';
import type { SessionId } from '#shared/ids';
import type { ChangesSnapshot } from '#shared/ipc/changes';
import { commands } from '#window/commands/commands';
import { settleReveal, useReveal } from '#window/state/layout/reveal';
import { useSessionChanges } from '#window/state/session/sessionChanges';
import { useSession } from '#window/state/session/sessionsStore';
import { EmptyState } from '#window/ui/EmptyState';
import { CommentsStrip } from './comments/CommentsStrip';
import { FileView } from './FileView';
import { FileList } from './files/FileList';
import { GuardedFiles } from './guarded/GuardedFiles';
import { LookFault } from './LookFault';
import { enterReview, leaveReview, setActiveReview } from './model/activeReview';
import { usePreferences } from './model/preferences';
import { latestByPath, selectedFile } from './model/reviewedFiles';
import { useReview } from './model/reviewStore';
import { Notices } from './Notices';
import { ReviewDialogs } from './ReviewDialogs';
import { ReviewHeader } from './ReviewHeader';
import styles from './ReviewPane.module.css';
import { AllFiles } from './scroll/AllFiles';

function emptyTitle(snapshot: ChangesSnapshot | undefined): string {
  if (snapshot === undefined) return 'Looking for changes…';
  return snapshot.lookFault === null ? 'No changes yet' : 'Changes cannot be read';
}

/** Everything that a session's agent wants to change, and what the user says about it. */
export function ReviewPane({ sessionId }: { readonly sessionId: SessionId }) {
  const snapshot = useSessionChanges(sessionId);
  const session = useSession(sessionId);
  const path = useReview(sessionId, (state) => state.path);
  const files = useMemo(() => latestByPath(snapshot?.changes ?? []), [snapshot]);
  const selected = selectedFile(files, path);
  const { allFiles } = usePreferences();
  const region = useRef<HTMLElement>(null);

  useEffect(() => {
    enterReview(sessionId);
    return () => leaveReview(sessionId);
  }, [sessionId]);

  const reveal = useReveal(sessionId);
  const hasFiles = selected !== undefined;
  useEffect(() => {
    if (reveal?.target.type !== 'changes' || !hasFiles) return;
    region.current?.querySelector<HTMLElement>('[role="treeitem"][tabindex="0"]')?.focus();
    settleReveal(reveal);
  }, [reveal, hasFiles]);

  const pressKey = (event: KeyboardEvent) => {
    const isEnter = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    if (!isEnter || event.shiftKey || event.altKey || event.defaultPrevented) return;
    if (commands.run('review.acceptHunk')) event.preventDefault();
  };

  return (
    <section
      ref={region}
      className={styles.pane}
      aria-label="Changes"
      onFocus={() => setActiveReview(sessionId)}
      onPointerDown={() => setActiveReview(sessionId)}
      onKeyDown={pressKey}
    >
      <ReviewHeader sessionId={sessionId} files={files} isolation={session?.isolation} />
      {snapshot?.lookFault != null && (
        <LookFault sessionId={sessionId} fault={snapshot.lookFault} />
      )}
      {snapshot && <GuardedFiles sessionId={sessionId} guarded={snapshot.guarded} />}
      <Notices sessionId={sessionId} notices={snapshot?.notices ?? []} />
      {selected === undefined ? (
        <div className={styles.empty}>
          <EmptyState icon={GitCompareArrows} title={emptyTitle(snapshot)}>
            {session?.isolation === 'in-place'
              ? 'What the agent wants to write appears here before it is written. Accept or reject it hunk by hunk.'
              : 'The agent works in a copy of your project. Its changes appear here; accept the hunks that you want in your files.'}
          </EmptyState>
        </div>
      ) : (
        <div className={styles.body}>
          <div className={styles.files}>
            <FileList sessionId={sessionId} files={files} selected={selected.change.path} />
          </div>
          <div className={styles.file}>
            {allFiles ? (
              <AllFiles sessionId={sessionId} files={files} />
            ) : (
              <FileView key={selected.change.path} sessionId={sessionId} view={selected} />
            )}
          </div>
        </div>
      )}
      <CommentsStrip sessionId={sessionId} />
      <ReviewDialogs sessionId={sessionId} />
    </section>
  );
}
