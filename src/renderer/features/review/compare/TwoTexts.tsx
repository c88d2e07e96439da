import { useEffect, useMemo } from 'react';
import { computeHunks, rangeOf } from '#shared/airlock/hunks';
import { visiblePath } from '#shared/text/visiblePath';
import diffStyles from '#window/features/review/DiffView.module.css';
import { shownText } from '#window/features/review/model/diff/shownText';
import { useDiffPane } from '#window/features/review/monaco/useDiffPane';
import { Spinner } from '#window/ui/Spinner';

export interface TwoTextsProps {
  readonly path: string;
  /** Unique among what is on screen. */
  readonly name: string;
  readonly left: { readonly name: string; readonly text: string };
  readonly right: { readonly name: string; readonly text: string };
}

/** Two texts of a file in a read-only diff editor. */
export function TwoTexts({ path, name, left, right }: TwoTextsProps) {
  const diff = useMemo(() => {
    const [original, modified] = [shownText(left.text), shownText(right.text)];
    const hunks = computeHunks(original, modified).map(rangeOf);
    return { key: name, path, original, modified, hunks };
  }, [name, path, left.text, right.text]);
  const { container, surface, isDrawn } = useDiffPane(diff);
  const shown = visiblePath(path);
  useEffect(() => {
    if (isDrawn) surface?.setLabels(`${shown}, ${left.name}`, `${shown}, ${right.name}`);
  }, [surface, isDrawn, shown, left.name, right.name]);
  return (
    <div className={diffStyles.view}>
      {!isDrawn && (
        <p className={diffStyles.loading}>
          <Spinner size="small" /> Comparing…
        </p>
      )}
      <div ref={container} className={diffStyles.editor} data-drawn={isDrawn} />
    </div>
  );
}
