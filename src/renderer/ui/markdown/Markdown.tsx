import { Square, SquareCheck } from 'lucide-react';
import type { MarkedToken, Token, Tokens } from 'marked';
import { createElement, memo, type ReactNode, useMemo, useState } from 'react';
import { formatNumber } from '#shared/text/counted';
import { formatBytes } from '#shared/text/formatBytes';
import { Button } from '#window/ui/form/Button';
import { Icon } from '#window/ui/Icon';
import { BlockSplitter, languageOf, type MarkdownBlock, mendTail, parseBlock } from './blocks';
import { CodeBlock } from './CodeBlock';
import { withCharacters } from './characterReferences';
import { filePlace } from './filePlaces';
import { LinkedImage, LinkedText, PlaceText, TextWithPlaces } from './Links';
import { FORMATTED_CHARACTERS, SHOWN_BLOCKS } from './limits';
import styles from './Markdown.module.css';
import { PlainText } from './PlainText';
import { ShowMore } from './ShowMore';

interface MarkdownProps {
  readonly text: string;
  /** The text may still grow, so its last block may still change. */
  readonly live?: boolean;
}

/**
 * An agent's Markdown. HTML is shown as text, nothing is fetched, and nothing is drawn outside the
 * box. While the text grows, only its last block is parsed and drawn again.
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
  // A long text shows its end while it grows, and its start once it is complete.
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
        <p className={styles.note}>{formatNumber(parsed.hiddenRows)} more rows are not shown.</p>
      )}
    </>
  );
});

interface TokensProps {
  readonly tokens: readonly Token[] | undefined;
}

/** Tokens as elements. Text never becomes HTML: the agent's tags are shown as written. */
function MarkdownTokens({ tokens = [] }: TokensProps) {
  return tokens.map((token, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: tokens are identified by position.
    <TokenView key={index} token={token as MarkedToken} />
  ));
}

interface TokenProps {
  readonly token: MarkedToken;
}

/** Drawn again only if its source has changed: in a growing list, only the last item. */
const TokenView = memo(
  function TokenView({ token }: TokenProps): ReactNode {
    switch (token.type) {
      case 'space':
      case 'def':
        return null;
      case 'paragraph':
        return (
          <p dir="auto">
            <MarkdownTokens tokens={token.tokens} />
          </p>
        );
      case 'heading':
        return createElement(
          headingOf(token.depth),
          { dir: 'auto', 'data-level': token.depth },
          <MarkdownTokens tokens={token.tokens} />,
        );
      case 'blockquote':
        return (
          <blockquote dir="auto">
            <MarkdownTokens tokens={token.tokens} />
          </blockquote>
        );
      case 'list':
        return <ListView token={token} />;
      case 'list_item':
        return <ItemView token={token} />;
      case 'checkbox':
        return <TaskMark checked={token.checked} />;
      case 'table':
        return <TableView token={token} />;
      case 'code':
        return (
          <CodeBlock
            text={token.text.replace(/\n$/, '')}
            language={languageOf(token.lang ?? '')}
            settled
          />
        );
      case 'hr':
        return <hr />;
      case 'strong':
        return (
          <strong>
            <MarkdownTokens tokens={token.tokens} />
          </strong>
        );
      case 'em':
        return (
          <em>
            <MarkdownTokens tokens={token.tokens} />
          </em>
        );
      case 'del':
        return (
          <del>
            <MarkdownTokens tokens={token.tokens} />
          </del>
        );
      case 'codespan':
        return <CodeSpan text={token.text} />;
      case 'br':
        return <br />;
      case 'link':
        return (
          <LinkedText href={withCharacters(token.href)} text={token.text}>
            <MarkdownTokens tokens={token.tokens} />
          </LinkedText>
        );
      case 'image':
        return <LinkedImage href={token.href} alt={token.text} />;
      case 'html':
        return <HtmlText text={token.text} block={'block' in token && token.block} />;
      case 'escape':
        return token.text;
      case 'text':
        if (token.tokens) return <MarkdownTokens tokens={token.tokens} />;
        return <TextWithPlaces text={token.escaped ? token.text : withCharacters(token.text)} />;
      default:
        return (token as Token).raw;
    }
  },
  (before, after) => before.token.type === after.token.type && before.token.raw === after.token.raw,
);

function CodeSpan({ text }: { readonly text: string }) {
  const place = filePlace(text);
  const code = <code dir="ltr">{text}</code>;
  return place === null ? code : <PlaceText place={place}>{code}</PlaceText>;
}

/** `<br>` is the only tag that takes effect; all others are shown as text. */
function HtmlText({ text, block }: { readonly text: string; readonly block: boolean }) {
  if (/^<br\s*\/?>$/i.test(text)) return <br />;
  if (!block) return <span className={styles.tag}>{text}</span>;
  return <div className={styles.html}>{text.trimEnd()}</div>;
}

function ListView({ token }: { readonly token: Tokens.List }) {
  const items = <MarkdownTokens tokens={token.items} />;
  if (!token.ordered) return <ul data-loose={token.loose || undefined}>{items}</ul>;
  return (
    <ol start={token.start === '' ? 1 : token.start} data-loose={token.loose || undefined}>
      {items}
    </ol>
  );
}

function ItemView({ token }: { readonly token: Tokens.ListItem }) {
  return (
    <li dir="auto" data-task={token.task || undefined}>
      <MarkdownTokens tokens={token.tokens} />
    </li>
  );
}

function TaskMark({ checked }: { readonly checked: boolean }) {
  return (
    <span className={styles.task} role="img" aria-label={checked ? 'Done' : 'To do'}>
      <Icon icon={checked ? SquareCheck : Square} size="small" />
    </span>
  );
}

function TableView({ token }: { readonly token: Tokens.Table }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it.
    <div className={styles.table} tabIndex={0}>
      <table>
        <thead>
          <Row cells={token.header} />
        </thead>
        <tbody>
          {token.rows.map((cells, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id but their position.
            <Row key={index} cells={cells} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const Row = memo(
  function Row({ cells }: { readonly cells: readonly Tokens.TableCell[] }) {
    return (
      <tr>
        {cells.map((cell, index) => {
          const Cell = cell.header ? 'th' : 'td';
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: cells have no id but their position.
            <Cell key={index} dir="auto" data-align={cell.align ?? undefined}>
              <MarkdownTokens tokens={cell.tokens} />
            </Cell>
          );
        })}
      </tr>
    );
  },
  (before, after) =>
    before.cells.length === after.cells.length &&
    before.cells.every((cell, index) => cell.text === after.cells[index]?.text),
);

/** An agent's headings start at h3, below the levels that the window itself uses. */
function headingOf(depth: number): 'h3' | 'h4' | 'h5' | 'h6' {
  const names = ['h3', 'h4', 'h5', 'h6'] as const;
  return names[Math.min(depth, names.length) - 1] ?? 'h6';
}

interface LongTextProps {
  readonly text: string;
  onFormat(): void;
}

/** A text so long that it is only formatted if the user asks for it. */
function LongText({ text, onFormat }: LongTextProps) {
  return (
    <div>
      <div className={styles.long}>
        <span>This text is long ({formatBytes(text.length)}) and shown as it is.</span>
        <Button size="small" onClick={onFormat}>
          Show formatted
        </Button>
      </div>
      <PlainText text={text} />
    </div>
  );
}
