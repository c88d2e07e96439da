import { CheckCheck, GitCompareArrows } from 'lucide-react';
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useMemo,
  useRef,
} from 'react';
import type { SessionId } from '#shared/ids';
import type { ChangesSnapshot } from '#shared/ipc/changes';
import { commands } from '#window/commands/commands';
import { settleReveal, useReveal } from '#window/state/layout/reveal';
import { useSessionChanges } from '#window/state/session/sessionChanges';
import { useSession } from '#window/state/session/sessionsStore';
import { EmptyState } from '#window/ui/EmptyState';
import { Button } from '#window/ui/form/Button';
import { Splitter } from '#window/ui/layout/Splitter';
import { useWidth } from '#window/ui/layout/useWidth';
import { ChecksBar } from './checks/ChecksBar';
import { CommentsStrip } from './comments/CommentsStrip';
import { FileView } from './FileView';
import { FileList } from './files/FileList';
import { ReviewFindBar } from './find/ReviewFindBar';
import { GuardedFiles } from './guarded/GuardedFiles';
import { LookFault } from './LookFault';
import { enterReview, leaveReview, setActiveReview } from './model/activeReview';
import { resetPreference, setPreference, usePreferences } from './model/preferences';
import { latestByPath, selectedFile, shownFiles } from './model/reviewedFiles';
import { useReview } from './model/reviewStore';
import { showPlace } from './model/showPlace';
import { BaseNote, Notices } from './Notices';
import { ReviewDialogs } from './ReviewDialogs';
import { ReviewHeader } from './ReviewHeader';
import styles from './ReviewPane.module.css';
import { StrandedTexts } from './StrandedTexts';
import { AllFiles } from './scroll/AllFiles';

function emptyTitle(snapshot: ChangesSnapshot | undefined): string {
  if (snapshot === undefined) return 'Looking for changes…';
  return snapshot.lookFault === null ? 'No changes yet' : 'Changes cannot be read';
}

/**
 * Everything that a session's agent wants to change, and the user's decisions and comments on it.
 */
export function ReviewPane({ sessionId }: { readonly sessionId: SessionId }) {
  const snapshot = useSessionChanges(sessionId);
  const session = useSession(sessionId);
  const path = useReview(sessionId, (state) => state.path);
  const files = useMemo(() => latestByPath(snapshot?.changes ?? []), [snapshot]);
  const { allFiles, hideDecided } = usePreferences();
  const shown = useMemo(() => shownFiles(files, hideDecided, path), [files, hideDecided, path]);
  const selected = selectedFile(shown, path);
  const region = useRef<HTMLElement>(null);

  useEffect(() => {
    enterReview(sessionId);
    return () => leaveReview(sessionId);
  }, [sessionId]);

  const reveal = useReveal(sessionId);
  const hasFiles = selected !== undefined;
  useEffect(() => {
    if (reveal?.target.type !== 'changes' || !hasFiles) return;
    const { place } = reveal.target;
    if (place !== null) showPlace(sessionId, files, place);
    region.current?.querySelector<HTMLElement>('[role="treeitem"][tabindex="0"]')?.focus();
    settleReveal(reveal);
  }, [reveal, hasFiles, files, sessionId]);

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
      <ReviewFindBar sessionId={sessionId} />
      {snapshot?.lookFault != null && (
        <LookFault sessionId={sessionId} fault={snapshot.lookFault} />
      )}
      {snapshot && <GuardedFiles sessionId={sessionId} guarded={snapshot.guarded} />}
      <BaseNote sessionId={sessionId} />
      {files.length > 0 && <ChecksBar sessionId={sessionId} files={files} />}
      <Notices sessionId={sessionId} notices={snapshot?.notices ?? []} />
      {snapshot && <StrandedTexts sessionId={sessionId} files={files} />}
      {selected === undefined && files.length > 0 && <AllDecided />}
      {selected === undefined && files.length === 0 && (
        <NoChanges title={emptyTitle(snapshot)} isInPlace={session?.isolation === 'in-place'} />
      )}
      {selected && (
        <Columns
          files={
            <FileList
              sessionId={sessionId}
              files={shown}
              hidden={files.length - shown.length}
              selected={selected.change.path}
            />
          }
        >
          {allFiles ? (
            <AllFiles sessionId={sessionId} files={shown} />
          ) : (
            <FileView key={selected.change.path} sessionId={sessionId} view={selected} />
          )}
        </Columns>
      )}
      <CommentsStrip sessionId={sessionId} />
      <ReviewDialogs sessionId={sessionId} />
    </section>
  );
}

function AllDecided() {
  return (
    <div className={styles.empty}>
      <EmptyState
        icon={CheckCheck}
        title="Every file is decided"
        action={
          <Button onClick={() => setPreference('hideDecided', false)}>Show decided files</Button>
        }
      >
        Decided files are hidden from the list.
      </EmptyState>
    </div>
  );
}

interface NoChangesProps {
  readonly title: string;
  readonly isInPlace: boolean;
}

function NoChanges({ title, isInPlace }: NoChangesProps) {
  return (
    <div className={styles.empty}>
      <EmptyState icon={GitCompareArrows} title={title}>
        {isInPlace
          ? 'What the agent wants to write appears here before it is written. Accept or reject it hunk by hunk.'
          : 'The agent works in a copy of your project. Its changes appear here; accept the hunks that you want in your files.'}
      </EmptyState>
    </div>
  );
}

/** A narrower list of files shows little but icons; a wider one takes the diff's room. */
const MIN_FILES = 160;
const MAX_SHARE = 0.6;

interface ColumnsProps {
  readonly files: ReactNode;
  readonly children: ReactNode;
}

/** The list of files and their content, with a movable edge between; stacked in a narrow pane. */
function Columns({ files, children }: ColumnsProps) {
  const body = useRef<HTMLDivElement>(null);
  const width = useWidth(body);
  const { filesShare } = usePreferences();
  const max = Math.round(width * MAX_SHARE);
  const size = Math.min(
    Math.max(Math.round(width * filesShare), MIN_FILES),
    Math.max(max, MIN_FILES),
  );
  const resize = (next: number) => {
    if (width > 0) setPreference('filesShare', Math.min(Math.max(next, MIN_FILES), max) / width);
  };
  return (
    <div ref={body} className={styles.body} style={{ '--files': `${size}px` } as CSSProperties}>
      <div className={styles.files}>
        {files}
        <Splitter
          className={styles.edge}
          label="File list width"
          edge="right"
          size={size}
          min={MIN_FILES}
          max={max}
          sizeAt={({ clientX }) => clientX - (body.current?.getBoundingClientRect().left ?? 0)}
          onResize={resize}
          onReset={() => resetPreference('filesShare')}
        />
      </div>
      <div className={styles.file}>{children}</div>
    </div>
  );
}
