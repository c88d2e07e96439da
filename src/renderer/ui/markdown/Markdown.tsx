import { memo, useMemo, useState } from 'react';
import { CodeBlock } from './CodeBlock';
import { LongText } from './LongText';
import { FORMATTED_CHARACTERS, SHOWN_BLOCKS } from './limits';
import styles from './Markdown.module.css';
import { MarkdownTokens } from './MarkdownTokens';
import { mendTail } from './mendTail';
import { PlainText } from './PlainText';
import { parseBlock } from './parseBlock';
import { ShowMore } from './ShowMore';
import { BlockSplitter, type MarkdownBlock } from './splitBlocks';

interface MarkdownProps {
  readonly text: string;
  /** More may still come, so that what the text ends in is not settled. */
  readonly live?: boolean;
}

/**
 * An agent's text. HTML in it is text, nothing is fetched, and it cannot leave its box. While it
 * grows only its last block is parsed and drawn again.
 */
export const Markdown = memo(function Markdown({ text, live = false }: MarkdownProps) {
  const [formatsAnyway, setFormatsAnyway] = useState(false);
  if (text.length > FORMATTED_CHARACTERS && !formatsAnyway) {
    return <LongText text={text} onFormat={() => setFormatsAnyway(true)} />;
  }
  return <FormattedText text={text} live={live} />;
});

function FormattedText({ text, live }: { readonly text: string; readonly live: boolean }) {
  const [splitter] = useState(() => new BlockSplitter());
  const [shown, setShown] = useState(SHOWN_BLOCKS);
  const blocks = useMemo(() => splitter.update(text), [splitter, text]);
  const last = blocks.length - 1;
  // What is being written is always shown; of a long text that is complete, the start is.
  const first = live ? Math.max(0, blocks.length - shown) : 0;
  const hidden = Math.max(0, blocks.length - shown);
  const more = hidden > 0 && (
    <ShowMore
      onShow={() => setShown(shown + SHOWN_BLOCKS)}
    >{`Show ${hidden} more blocks`}</ShowMore>
  );
  return (
    <div className={styles.markdown}>
      {live && more}
      {blocks.slice(first, first + shown).map((block, index) => (
        <Block key={block.start} block={block} live={live && first + index === last} />
      ))}
      {!live && more}
    </div>
  );
}

const Block = memo(function Block({
  block,
  live,
}: {
  readonly block: MarkdownBlock;
  readonly live: boolean;
}) {
  if (block.kind === 'code') {
    return (
      <CodeBlock text={block.text} language={block.language} settled={block.closed || !live} />
    );
  }
  return <ParsedBlock source={live ? mendTail(block.source) : block.source} />;
});

const ParsedBlock = memo(function ParsedBlock({ source }: { readonly source: string }) {
  const parsed = useMemo(() => parseBlock(source), [source]);
  if (parsed.kind === 'plain') return <PlainText text={source} />;
  return (
    <>
      <MarkdownTokens tokens={parsed.tokens} />
      {parsed.hiddenRows > 0 && (
        <p className={styles.note}>{parsed.hiddenRows.toLocaleString()} more rows are not shown.</p>
      )}
    </>
  );
});
