import { FileArchive, FileX2 } from 'lucide-react';
import type { ChangeView, HunkView } from '#shared/airlock/changeView';
import type { SessionId } from '#shared/ids';
import { errorMessage } from '../../diagnostics/errorDetails';
import { Button } from '../../ui/Button';
import { EmptyState } from '../../ui/EmptyState';
import { ConflictView } from './conflict/ConflictView';
import { DiffView } from './DiffView';
import { FileHeader } from './FileHeader';
import styles from './FileView.module.css';
import { HunkCard } from './hunk/HunkCard';
import { PastNote } from './hunk/PastNote';
import { RiskNote } from './hunk/RiskNote';
import { ImageCompare } from './image/ImageCompare';
import { useChangeTexts } from './model/changeTexts';
import { collapsedWords } from './model/changeWords';
import { conflictsOf } from './model/conflicts';
import { otherHunks } from './model/hunkZones';
import { imageType } from './model/imageType';
import { reviewStore, useReview } from './model/reviewStore';
import { collapsedBy } from './model/sizeGuard';

interface FileViewProps {
  readonly sessionId: SessionId;
  readonly view: ChangeView;
}

/** One changed file: what is to be decided about it, and its text. */
export function FileView({ sessionId, view }: FileViewProps) {
  const others = otherHunks(view);
  const conflicts = conflictsOf(view);
  const isPast = view.change.afterTheFact && view.status === 'open';
  const hasNotes = others.length > 0 || isPast || view.risk.type !== 'ordinary';
  return (
    <>
      <FileHeader sessionId={sessionId} view={view} />
      {hasNotes && (
        <div className={styles.notes}>
          <RiskNote risk={view.risk} />
          {isPast && <PastNote />}
          {others.map((hunk) => (
            <HunkCard key={hunk.hunk.id} sessionId={sessionId} view={view} hunk={hunk} />
          ))}
        </div>
      )}
      {conflicts.length > 0 ? (
        <ConflictView sessionId={sessionId} view={view} conflicts={conflicts}>
          <FileText sessionId={sessionId} view={view} />
        </ConflictView>
      ) : (
        <FileText sessionId={sessionId} view={view} />
      )}
    </>
  );
}

function FileText({ sessionId, view }: FileViewProps) {
  const { path, kind } = view.change;
  const isShownAnyway = useReview(sessionId, (state) => state.shownAnyway.has(path));
  const collapsed = collapsedBy(view);
  const image = view.hunks.some(isWhole) ? imageType(path) : null;
  if (image) return <ImageCompare sessionId={sessionId} view={view} type={image} />;
  if (view.hunks.some((one) => isWhole(one) && !isDeletion(one))) return null;
  if (kind === 'mode' || view.hunks.length === 0) return null;
  if (collapsed === null || isShownAnyway) return <LoadedText sessionId={sessionId} view={view} />;
  const { title, text } = collapsedWords[collapsed];
  return (
    <div className={styles.centre}>
      <EmptyState
        icon={FileArchive}
        title={title}
        action={
          <Button
            onClick={() =>
              reviewStore(sessionId).setState(({ shownAnyway }) => ({
                shownAnyway: new Set(shownAnyway).add(path),
              }))
            }
          >
            Show anyway
          </Button>
        }
      >
        {text}
      </EmptyState>
    </div>
  );
}

function isWhole({ hunk }: HunkView): boolean {
  return hunk.type === 'whole';
}

function isDeletion({ hunk }: HunkView): boolean {
  return hunk.type === 'whole' && hunk.reason === 'deletion';
}

function LoadedText({ sessionId, view }: FileViewProps) {
  const texts = useChangeTexts(sessionId, view.change.changeId);
  if (texts.state === 'failed') {
    return (
      <div className={styles.centre}>
        <EmptyState icon={FileX2} title="The text could not be read">
          {errorMessage(texts.error)}
        </EmptyState>
      </div>
    );
  }
  // A file that is no text has been named above, and has no lines to compare.
  if (texts.state === 'loaded' && texts.value.base === null && texts.value.proposed === null)
    return null;
  return (
    <DiffView
      sessionId={sessionId}
      view={view}
      texts={texts.state === 'loaded' ? texts.value : null}
    />
  );
}
