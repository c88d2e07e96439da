import { ArrowRight, FileKey, FileX, Link2, type LucideIcon, Trash2, Type } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Hunk } from '#shared/airlock/change';
import type { ChangeView, HunkView } from '#shared/airlock/changeView';
import type { ChangeId, SessionId } from '#shared/ids';
import type { ChangeTexts, FileSide } from '#shared/ipc/changes';
import { formatBytes } from '#shared/text/formatBytes';
import { reportError } from '#window/diagnostics/reportError';
import { hunkWords } from '#window/features/review/model/changeWords';
import { loadTexts } from '#window/features/review/model/diff/changeTexts';
import { hasLines } from '#window/features/review/model/diff/fileContent';
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

/** A part of a change that has no place among the lines of a text. */
export function HunkCard({ sessionId, view, hunk }: HunkCardProps) {
  const collected = useReview(sessionId, (state) => state.collected);
  const state = hunkState(view, hunk, collected);
  const links = {
    base: useLinkTarget(sessionId, view, 'base'),
    proposed: useLinkTarget(sessionId, view, 'proposed'),
  };
  const texts = useTexts(sessionId, view);
  if (hunk.hunk.type === 'text') return null;
  const { title, text } = hunkWords(hunk.hunk, view.change, { links, texts });
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
        {/* If this is the only hunk, the buttons of the file are enough. */}
        {view.hunks.length > 1 && <HunkActions sessionId={sessionId} view={view} hunk={hunk} />}
      </div>
    </fieldset>
  );
}

/** The target of a symbolic link; null while it loads, and for any other file. */
function useLinkTarget(
  sessionId: SessionId,
  { change }: ChangeView,
  side: FileSide,
): string | null {
  const [target, setTarget] = useState<string | null>(null);
  const { changeId } = change;
  const isLink = change[side]?.mode === '120000';
  useEffect(() => {
    setTarget(null);
    if (!isLink) return;
    let isCurrent = true;
    call('changes.bytes', { sessionId, changeId, side }).then(
      ({ bytes }) => isCurrent && bytes && setTarget(new TextDecoder().decode(bytes)),
      reportError,
    );
    return () => {
      isCurrent = false;
    };
  }, [sessionId, changeId, isLink, side]);
  return target;
}

const NO_TEXTS: ChangeTexts = { base: null, proposed: null };

/** The texts of a file that is binary before or after; null while they load. */
function useTexts(sessionId: SessionId, view: ChangeView): ChangeTexts {
  const { changeId } = view.change;
  const [loaded, setLoaded] = useState<{ changeId: ChangeId; texts: ChangeTexts }>();
  const isWanted = hasLines(view) && view.hunks.some(({ hunk }) => isBinary(hunk));
  useEffect(() => {
    if (!isWanted) return;
    let isCurrent = true;
    loadTexts(sessionId, changeId).then(
      (texts) => isCurrent && setLoaded({ changeId, texts }),
      // The error is shown in place of the texts.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [sessionId, changeId, isWanted]);
  return loaded?.changeId === changeId ? loaded.texts : NO_TEXTS;
}

function isBinary(hunk: Hunk): boolean {
  return hunk.type === 'whole' && hunk.reason === 'binary';
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
  // The content of a link is the path of its target.
  if (proposed === null && base?.mode === '120000') return '';
  if (base && proposed) return `${formatBytes(base.bytes)} → ${formatBytes(proposed.bytes)}.`;
  const only = proposed ?? base;
  return only ? `${formatBytes(only.bytes)}.` : '';
}
