import { FileDiff } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Body } from '#shared/session/content';
import { formatNumber } from '#shared/text/counted';
import { visiblePath } from '#shared/text/visiblePath';
import { useBody } from '#window/features/thread/bodies';
import {
  DIFF_ALL_ROWS,
  DIFF_CHARACTERS,
  DIFF_HEIGHT,
  DIFF_ROWS,
} from '#window/features/thread/limits';
import { useThread } from '#window/features/thread/threadContext';
import { PathButton } from '#window/features/thread/tool/PathButton';
import { showReview } from '#window/state/layout/reviewPanel';
import { Badge } from '#window/ui/Badge';
import type { ShownRow } from '#window/ui/diff/DiffLines';
import { DiffLines } from '#window/ui/diff/DiffLines';
import { type DiffSummary, diffRows } from '#window/ui/diff/diffRows';
import { IconButton } from '#window/ui/form/IconButton';
import { ShowMore } from '#window/ui/markdown/ShowMore';
import { patchRows } from './patchRows';
import styles from './ToolDiff.module.css';

interface DiffViewProps {
  readonly path: string;
  readonly before: Body | null;
  readonly after: Body | null;
  readonly movedFrom?: string | undefined;
}

/** The changes of an edit as static lines. Users decide on them in the review. */
export function ToolDiff({ path, before, after, movedFrom }: DiffViewProps) {
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
        <p className={styles.note}>{problemOf(body)}</p>
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

function DiffCounts({ summary }: { readonly summary: Pick<DiffSummary, 'added' | 'removed'> }) {
  return (
    <span className={styles.counts}>
      {summary.added > 0 && <Badge tone="added">+{summary.added}</Badge>}
      {summary.removed > 0 && <Badge tone="removed">−{summary.removed}</Badge>}
    </span>
  );
}

function problemOf(...bodies: readonly ReturnType<typeof useBody>[]): string {
  for (const body of bodies) if (body.state === 'failed') return body.message;
  if (bodies.some(({ state }) => state === 'loading')) return 'Loading…';
  return 'This change is too large to show here. Open it in review.';
}

interface DiffRowsProps {
  readonly path: string;
  readonly rows: readonly ShownRow[];
}

function DiffRows({ path, rows }: DiffRowsProps) {
  const [limit, setLimit] = useState(DIFF_ROWS);
  const shown = useMemo(() => rows.slice(0, limit), [rows, limit]);
  if (rows.length === 0) return <p className={styles.note}>No lines changed.</p>;
  const hidden = rows.length - limit;
  return (
    <>
      <DiffLines path={path} rows={shown} maxHeight={DIFF_HEIGHT} />
      {hidden > 0 && limit < DIFF_ALL_ROWS && (
        <ShowMore onShow={() => setLimit(DIFF_ALL_ROWS)}>
          {`Show ${formatNumber(Math.min(hidden, DIFF_ALL_ROWS - DIFF_ROWS))} more lines`}
        </ShowMore>
      )}
      {hidden > 0 && limit >= DIFF_ALL_ROWS && (
        <p className={styles.note}>{formatNumber(hidden)} more lines: open it in review.</p>
      )}
    </>
  );
}
