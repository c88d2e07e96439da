import { FileDiff } from 'lucide-react';
import { useMemo } from 'react';
import type { Body } from '#shared/session/content';
import { visiblePath } from '#shared/text/visiblePath';
import { showReview } from '../../../state/reviewPanel';
import { Badge } from '../../../ui/Badge';
import { type DiffSummary, diffRows } from '../../../ui/diff/diffRows';
import { IconButton } from '../../../ui/IconButton';
import { useBody } from '../bodies';
import { DIFF_CHARACTERS } from '../limits';
import { useThread } from '../threadContext';
import { PathButton } from '../tool/PathButton';
import { DiffRows } from './DiffRows';
import styles from './DiffView.module.css';
import { patchRows } from './patchRows';

interface DiffViewProps {
  readonly path: string;
  readonly before: Body | null;
  readonly after: Body | null;
  readonly movedFrom?: string | undefined;
}

/** What an edit changes, as static lines. Deciding about it is done in review. */
export function DiffView({ path, before, after, movedFrom }: DiffViewProps) {
  const { sessionId } = useThread();
  const old = useBody(sessionId, before);
  const next = useBody(sessionId, after);
  const oldText = old.state === 'ready' ? old.text : null;
  const nextText = next.state === 'ready' ? next.text : null;
  const summary = useMemo(() => {
    if (oldText === null || nextText === null) return null;
    if (oldText.length + nextText.length > DIFF_CHARACTERS) return null;
    return diffRows(oldText, nextText);
  }, [oldText, nextText]);
  const state = before === null ? 'new file' : after === null ? 'deleted' : null;
  return (
    <DiffFrame
      path={path}
      note={movedFrom === undefined ? state : `moved from ${visiblePath(movedFrom)}`}
      summary={summary}
    >
      {summary ? (
        <DiffRows path={path} rows={summary.rows} />
      ) : (
        <p className={styles.note}>{problemOf(old, next)}</p>
      )}
    </DiffFrame>
  );
}

/** A patch that the agent made itself. */
export function PatchView({ paths, patch }: { paths: readonly string[]; patch: Body }) {
  const { sessionId } = useThread();
  const body = useBody(sessionId, patch);
  const text = body.state === 'ready' ? body.text : null;
  const summary = useMemo(
    () => (text === null || text.length > DIFF_CHARACTERS ? null : patchRows(text)),
    [text],
  );
  return (
    <DiffFrame
      path={paths[0] ?? ''}
      note={paths.length > 1 ? `and ${paths.length - 1} more` : null}
      summary={summary}
    >
      {summary ? (
        <DiffRows path={paths[0] ?? ''} rows={summary.rows} />
      ) : (
        <p className={styles.note}>Loading…</p>
      )}
    </DiffFrame>
  );
}

interface DiffFrameProps {
  readonly path: string;
  readonly note: string | null;
  readonly summary: DiffSummary | null;
  readonly children: React.ReactNode;
}

function DiffFrame({ path, note, summary, children }: DiffFrameProps) {
  const { sessionId } = useThread();
  return (
    <div className={styles.diff}>
      <div className={styles.head}>
        <PathButton path={path} line={null} full />
        {note !== null && <span className={styles.state}>{note}</span>}
        {summary && <DiffCounts summary={summary} />}
        <IconButton
          icon={FileDiff}
          label="Open in review"
          size="small"
          onClick={() => showReview(sessionId)}
        />
      </div>
      {children}
    </div>
  );
}

export function DiffCounts({
  summary,
}: {
  readonly summary: Pick<DiffSummary, 'added' | 'removed'>;
}) {
  return (
    <span className={styles.counts}>
      {summary.added > 0 && <Badge tone="added">+{summary.added}</Badge>}
      {summary.removed > 0 && <Badge tone="removed">−{summary.removed}</Badge>}
    </span>
  );
}

function problemOf(old: ReturnType<typeof useBody>, next: ReturnType<typeof useBody>): string {
  for (const body of [old, next]) if (body.state === 'failed') return body.message;
  if (old.state === 'loading' || next.state === 'loading') return 'Loading…';
  return 'This change is too large to show here. Open it in review.';
}
