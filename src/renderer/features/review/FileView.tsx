import { FileArchive, FileX2 } from 'lucide-react';
import { useMemo } from 'react';
import type { ChangeView } from '#shared/airlock/changeView';
import type { SessionId } from '#shared/ids';
import type { ChangeTexts } from '#shared/ipc/changes';
import { errorMessage } from '#window/diagnostics/errorDetails';
import { EmptyState } from '#window/ui/EmptyState';
import { Button } from '#window/ui/form/Button';
import { ConflictView } from './conflict/ConflictView';
import { DiffView } from './DiffView';
import { FileHeader } from './FileHeader';
import { FileNotes } from './FileNotes';
import styles from './FileView.module.css';
import { FarTextNote } from './hunk/FarTextNote';
import { ImageCompare } from './image/ImageCompare';
import { collapsedWords } from './model/changeWords';
import { useChangeTexts } from './model/diff/changeTexts';
import { conflictsOf } from './model/diff/conflicts';
import { findFarText, newLines } from './model/diff/farText';
import { hasLines, imageTypeIn } from './model/diff/fileContent';
import { collapsedBy } from './model/diff/sizeGuard';
import { reviewStore, useReview } from './model/reviewStore';

interface FileViewProps {
  readonly sessionId: SessionId;
  readonly view: ChangeView;
}

/** One changed file: its decisions, and its text. */
export function FileView({ sessionId, view }: FileViewProps) {
  const conflicts = conflictsOf(view);
  return (
    <>
      <FileHeader sessionId={sessionId} view={view} />
      <FileNotes sessionId={sessionId} view={view} />
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
  const { path } = view.change;
  const isShownAnyway = useReview(sessionId, (state) => state.shownAnyway.has(path));
  const collapsed = collapsedBy(view);
  const image = imageTypeIn(view);
  if (image) return <ImageCompare sessionId={sessionId} view={view} type={image} />;
  if (!hasLines(view)) return null;
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
  // The notes above already name a file that is not text, and it has no lines to compare.
  if (texts.state === 'loaded' && texts.value.base === null && texts.value.proposed === null)
    return null;
  const loaded = texts.state === 'loaded' ? texts.value : null;
  return (
    <>
      {loaded && <FarText texts={loaded} />}
      <DiffView sessionId={sessionId} view={view} texts={loaded} />
    </>
  );
}

function FarText({ texts: { base, proposed } }: { readonly texts: ChangeTexts }) {
  const found = useMemo(() => findFarText(newLines(base, proposed)), [base, proposed]);
  return found && <FarTextNote found={found} />;
}
