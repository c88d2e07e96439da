import { useEffect, useState } from 'react';
import type { ChangeView } from '#shared/airlock/changeView';
import { computeHunks, rangeOf } from '#shared/airlock/hunks';
import type { SessionId } from '#shared/ids';
import { visiblePath } from '#shared/text/visiblePath';
import { reportError } from '#window/diagnostics/reportError';
import diffStyles from '#window/features/review/DiffView.module.css';
import { applyResult } from '#window/features/review/model/actions';
import { loadTexts } from '#window/features/review/model/diff/changeTexts';
import { resolvedText } from '#window/features/review/model/diff/resolveTexts';
import { editedText, shownText } from '#window/features/review/model/diff/shownText';
import { conflictKey } from '#window/features/review/model/diff/typedText';
import type { ShownDiff } from '#window/features/review/monaco/diffSurface';
import { useDiffPane } from '#window/features/review/monaco/useDiffPane';
import { call } from '#window/ipc/client';
import { dropUnfinished, keepUnfinished, unfinishedTexts } from '#window/state/unfinishedTexts';
import { Button } from '#window/ui/form/Button';

interface ConflictResultProps {
  readonly sessionId: SessionId;
  readonly view: ChangeView;
}

interface ConflictTexts {
  /** The user's file. */
  readonly current: string;
  /** The text that the file would get. */
  readonly result: string;
  /** Differs if either text has changed. */
  readonly mark: string;
  readonly diff: ShownDiff;
}

/** The resulting file beside the present one; the user may edit the result. */
export function ConflictResult({ sessionId, view }: ConflictResultProps) {
  const { path } = view.change;
  const key = conflictKey(path);
  const [texts, setTexts] = useConflictTexts(sessionId, view);
  const [typed, setTyped] = useState(() => unfinishedTexts(sessionId).get(key));
  const [isBusy, setBusy] = useState(false);
  const { container, surface, isDrawn } = useDiffPane(texts?.diff ?? null);
  useEffect(() => {
    if (surface === null || !isDrawn) return;
    const shown = visiblePath(path);
    surface.setLabels(`${shown}, yours`, `${shown}, result`);
    surface.setEditable(true);
  }, [surface, isDrawn, path]);
  const mark = texts?.mark ?? '';
  useEffect(
    () =>
      surface?.editListeners.subscribe(() => {
        const about = unfinishedTexts(sessionId).get(key)?.about ?? mark;
        const next = { text: surface.modifiedText(), about };
        keepUnfinished(sessionId, key, next);
        setTyped(next);
      }),
    [surface, sessionId, key, mark],
  );
  const discard = () => {
    dropUnfinished(sessionId, key);
    setTyped(undefined);
    setTexts(
      (before) => before && { ...before, diff: diffOf(view, before.current, before.result) },
    );
  };
  const save = () => {
    if (surface === null || texts === null) return;
    setBusy(true);
    const text = editedText(texts.result, surface.modifiedText());
    applyResult(sessionId, view, texts.current, text)
      .then((isUsed) => {
        if (isUsed) dropUnfinished(sessionId, key);
      })
      .catch(reportError)
      .finally(() => setBusy(false));
  };
  return (
    <div className={diffStyles.view}>
      <div className={diffStyles.editing}>
        <p role="status">
          {typed && texts && typed.about !== mark
            ? 'Your file or the agent’s text has changed since you typed this result. Your text is kept; using it replaces both.'
            : 'Nothing of yours was overwritten. Choose above, or edit the result below.'}
        </p>
        {typed && (
          <Button size="small" variant="ghost" disabled={!isDrawn} onClick={discard}>
            Discard edit
          </Button>
        )}
        <Button size="small" variant="primary" busy={isBusy} disabled={!isDrawn} onClick={save}>
          Use this result
        </Button>
      </div>
      <div ref={container} className={diffStyles.editor} data-drawn={isDrawn} />
    </div>
  );
}

/** The texts as they are now; null until they are loaded. */
function useConflictTexts(sessionId: SessionId, view: ChangeView) {
  const key = conflictKey(view.change.path);
  const [texts, setTexts] = useState<ConflictTexts | null>(null);
  useEffect(() => {
    let isCurrent = true;
    loadConflictTexts(sessionId, view).then(({ current, result }) => {
      if (!isCurrent) return;
      const kept = unfinishedTexts(sessionId).get(key);
      const mark = `${view.change.changeId} ${hashOf(current)}`;
      setTexts((before) => {
        // The editor stays as it is while the user types, even if the agent writes in the meantime.
        const stays = kept !== undefined && before?.current === current;
        const diff = stays ? before.diff : diffOf(view, current, kept?.text ?? result);
        return { current, result, mark, diff };
      });
    }, reportError);
    return () => {
      isCurrent = false;
    };
  }, [sessionId, view, key]);
  return [texts, setTexts] as const;
}

async function loadConflictTexts(sessionId: SessionId, view: ChangeView) {
  const { changeId } = view.change;
  const [texts, { text }] = await Promise.all([
    loadTexts(sessionId, changeId),
    call('changes.current', { sessionId, changeId }),
  ]);
  const current = text ?? '';
  return { current, result: resolvedText(view, texts, current, 'both') };
}

function diffOf({ change }: ChangeView, current: string, result: string): ShownDiff {
  const { changeId, path } = change;
  const original = shownText(current);
  const modified = shownText(result);
  const hunks = computeHunks(original, modified).map(rangeOf);
  return { key: `${changeId}-conflict`, path, original, modified, hunks };
}

/** FNV-1a: only tells texts apart, and is not secure. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}
