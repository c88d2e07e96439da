import { Check, Copy } from 'lucide-react';
import { memo, useMemo, useState } from 'react';
import { formatNumber } from '#shared/text/counted';
import { classNames } from '#window/ui/classNames';
import { IconButton } from '#window/ui/form/IconButton';
import { VisibleText } from '#window/ui/text/VisibleText';
import { hasHiddenCharacters } from '#window/ui/text/visibleText';
import { useCopied } from '#window/ui/useCopied';
import styles from './CodeBlock.module.css';
import { codePieces, firstLines, runPieces } from './codePieces';
import type { CodeRun } from './highlightRuns';
import { SHOWN_LINES } from './limits';
import { ShowMore } from './ShowMore';
import colours from './syntaxColours.module.css';
import { useHighlight } from './useHighlight';

interface CodeBlockProps {
  readonly text: string;
  readonly language: string;
  /** The text will no longer change, so it is worth colouring. */
  readonly settled: boolean;
}

export const CodeBlock = memo(function CodeBlock({ text, language, settled }: CodeBlockProps) {
  const [showsAll, setShowsAll] = useState(false);
  const { shown, hidden } = useMemo(
    () => (showsAll || !settled ? { shown: text, hidden: 0 } : firstLines(text, SHOWN_LINES)),
    [text, showsAll, settled],
  );
  const { ref, runs } = useHighlight<HTMLElement>(shown, language, settled);
  return (
    <figure ref={ref} className={styles.block}>
      <figcaption className={styles.head}>
        <span className={styles.language}>{language || 'text'}</span>
        <CopyCode text={text} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it. */}
      <pre className={classNames(styles.code, colours.coloured)} tabIndex={0} dir="ltr">
        <code>
          {runs ? (
            runPieces(runs).map((piece, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no id and never move.
              <ColouredPiece key={index} runs={piece} />
            ))
          ) : (
            <PlainCode text={shown} />
          )}
        </code>
      </pre>
      {hidden > 0 && (
        <ShowMore onShow={() => setShowsAll(true)}>
          {`Show ${formatNumber(hidden)} more lines`}
        </ShowMore>
      )}
    </figure>
  );
});

/** Code without colours, in pieces: while it grows, only the last piece is drawn again. */
export function PlainCode({ text }: { readonly text: string }) {
  return codePieces(text).map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no id and never move.
    <PlainPiece key={index} text={piece} />
  ));
}

const PlainPiece = memo(function PlainPiece({ text }: { readonly text: string }) {
  return (
    <span className={styles.piece}>
      {hasHiddenCharacters(text) ? <VisibleText text={text} /> : text || '\n'}
    </span>
  );
});

const ColouredPiece = memo(function ColouredPiece({ runs }: { readonly runs: readonly CodeRun[] }) {
  return (
    <span className={styles.piece}>
      {runs.length === 0 && '\n'}
      {runs.map(({ text, scope }, index) => {
        const content = hasHiddenCharacters(text) ? <VisibleText text={text} /> : text;
        if (scope === null) return content;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the runs of a settled block never move.
          <span key={index} data-scope={scope}>
            {content}
          </span>
        );
      })}
    </span>
  );
});

function CopyCode({ text }: { readonly text: string }) {
  const [copied, copy] = useCopied();
  return (
    <IconButton
      icon={copied ? Check : Copy}
      label={copied ? 'Copied' : 'Copy code'}
      size="small"
      onClick={() => copy(text)}
    />
  );
}
