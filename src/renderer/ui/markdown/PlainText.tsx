import { memo, useState } from 'react';
import { formatBytes } from '#shared/text/formatBytes';
import { MORE_CHARACTERS, SHOWN_CHARACTERS } from './limits';
import styles from './Markdown.module.css';
import { pieceStart, plainPieces } from './plainPieces';
import { ShowMore } from './ShowMore';

/**
 * Unformatted text. For a long text, the start and the end are drawn at once, and the rest on
 * demand.
 */
export function PlainText({ text }: { readonly text: string }) {
  const [head, setHead] = useState(SHOWN_CHARACTERS);
  const isLong = text.length > head + SHOWN_CHARACTERS;
  const headEnd = isLong ? pieceStart(text, head) : text.length;
  const tailStart = isLong ? pieceStart(text, text.length - SHOWN_CHARACTERS) : text.length;
  return (
    <div className={styles.plain}>
      <Pieces text={text} from={0} to={headEnd} />
      {tailStart > headEnd && (
        <ShowMore onShow={() => setHead(head + MORE_CHARACTERS)}>
          {`Show more (${formatBytes(tailStart - headEnd)} left out)`}
        </ShowMore>
      )}
      <Pieces text={text} from={tailStart} to={text.length} />
    </div>
  );
}

function Pieces({ text, from, to }: { text: string; from: number; to: number }) {
  return plainPieces(text, from, to).map((piece) => <Piece key={piece.start} text={piece.text} />);
}

const Piece = memo(function Piece({ text }: { readonly text: string }) {
  return <div dir="auto">{text.replace(/\n$/, '')}</div>;
});
