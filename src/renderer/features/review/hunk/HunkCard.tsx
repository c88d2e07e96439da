import { ArrowRight, FileKey, FileX, Link2, type LucideIcon, Trash2, Type } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Hunk } from '#shared/airlock/change';
import type { ChangeView, HunkView } from '#shared/airlock/changeView';
import type { SessionId } from '#shared/ids';
import { formatBytes } from '#shared/text/formatBytes';
import { reportError } from '#window/diagnostics/reportError';
import { hunkWords } from '#window/features/review/model/changeWords';
import { hunkState, hunkStateWords } from '#window/features/review/model/fileState';
import { useReview } from '#window/features/review/model/reviewStore';
import { call } from '#window/ipc/client';
import { Icon } from '#window/ui/Icon';
import { HunkActions } from './HunkActions';
import styles from './HunkCard.module.css';

interface HunkCardProps {
  readonly sessionId: SessionId;
  readonly view: ChangeView;
  readonly hunk: HunkView;
}

/** A part of a change that has no place among lines of text. */
export function HunkCard({ sessionId, view, hunk }: HunkCardProps) {
  const collected = useReview(sessionId, (state) => state.collected);
  const state = hunkState(view, hunk, collected);
  const linkTarget = useLinkTarget(sessionId, view);
  if (hunk.hunk.type === 'text') return null;
  const { title, text } = hunkWords(hunk.hunk, linkTarget);
  return (
    <fieldset className={styles.card} aria-label={title} data-place={hunk.hunk.id} tabIndex={-1}>
      <span className={styles.icon}>
        <Icon icon={iconOf(hunk.hunk)} />
      </span>
      <div className={styles.words}>
        <p className={styles.title}>{title}</p>
        <p className={styles.text}>{[text, sizes(view, hunk.hunk)].filter(Boolean).join(' ')}</p>
      </div>
      <div className={styles.actions}>
        {state !== 'undecided' && <span className={styles.state}>{hunkStateWords[state]}</span>}
        {/* Where it is all there is, the buttons of the file serve. */}
        {view.hunks.length > 1 && <HunkActions sessionId={sessionId} view={view} hunk={hunk} />}
      </div>
    </fieldset>
  );
}

/** Where the proposed symbolic link points; null while it loads, and for any other file. */
function useLinkTarget(sessionId: SessionId, { change }: ChangeView): string | null {
  const [target, setTarget] = useState<string | null>(null);
  const { changeId, proposed } = change;
  const isLink = proposed?.mode === '120000';
  useEffect(() => {
    setTarget(null);
    if (!isLink) return;
    let isCurrent = true;
    call('changes.bytes', { sessionId, changeId, side: 'proposed' }).then(
      ({ bytes }) => isCurrent && bytes && setTarget(new TextDecoder().decode(bytes)),
      reportError,
    );
    return () => {
      isCurrent = false;
    };
  }, [sessionId, changeId, isLink]);
  return target;
}

function iconOf(hunk: Exclude<Hunk, { type: 'text' }>): LucideIcon {
  switch (hunk.type) {
    case 'rename':
      return ArrowRight;
    case 'mode':
      return FileKey;
    case 'format':
      return Type;
    case 'whole':
      return hunk.reason === 'deletion' ? Trash2 : hunk.reason === 'symlink' ? Link2 : FileX;
  }
}

function sizes({ change: { base, proposed } }: ChangeView, hunk: Hunk): string {
  if (hunk.type !== 'whole' || hunk.reason === 'symlink' || hunk.reason === 'empty') return '';
  if (base && proposed) return `${formatBytes(base.bytes)} → ${formatBytes(proposed.bytes)}.`;
  const only = proposed ?? base;
  return only ? `${formatBytes(only.bytes)}.` : '';
}
