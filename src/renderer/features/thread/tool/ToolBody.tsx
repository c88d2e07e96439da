import { ofNewerBuild } from '#shared/errors';
import type { TerminalId } from '#shared/ids';
import {
  type BlobReference,
  type Body,
  isBlobReference,
  type ToolBlock,
  type ToolContent,
} from '#shared/session/content';
import type { ToolEntry } from '#shared/session/entries';
import { useBody } from '#window/features/thread/bodies';
import { BodyText, CodeText, prettyJson } from '#window/features/thread/content/BodyText';
import { ContentBlocks, UnknownContent } from '#window/features/thread/content/ContentBlocks';
import { PatchView, ToolDiff } from '#window/features/thread/diff/ToolDiff';
import { Fold } from '#window/features/thread/Fold';
import { BODY_BYTES } from '#window/features/thread/limits';
import { TerminalView } from '#window/features/thread/output/TerminalView';
import { useThread } from '#window/features/thread/threadContext';
import { PathButtons } from './PathButtons';
import styles from './ToolRow.module.css';

/** The details of a tool call: its content, then its raw input and output. */
export function ToolBody({ entry }: { readonly entry: ToolEntry }) {
  return (
    <div className={styles.body}>
      {entry.locations.length > 1 && (
        <div className={styles.locations}>
          <PathButtons locations={entry.locations} />
        </div>
      )}
      {entry.content.map((content, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: content is replaced as a whole.
        <ToolContentView key={index} content={content} />
      ))}
      {entry.input !== null && (
        <Fold name={`${entry.id}/input`} label="Input">
          <RawBody body={entry.input} />
        </Fold>
      )}
      {entry.output !== null && (
        <Fold name={`${entry.id}/output`} label="Output">
          <RawBody body={entry.output} />
        </Fold>
      )}
    </div>
  );
}

export function ToolContentView({ content }: { readonly content: ToolContent }) {
  switch (content.type) {
    case 'content':
      return <ToolBlockView block={content.content} />;
    case 'diff':
      return (
        <ToolDiff
          path={content.path}
          before={content.before}
          after={content.after}
          movedFrom={content.movedFrom}
        />
      );
    case 'patch':
      return <PatchView paths={content.paths} patch={content.patch} />;
    case 'terminal':
      return <TerminalView terminalId={content.terminalId as TerminalId} />;
    case 'unknown':
      return <BodyText label={content.label} body={content.raw} />;
    default:
      return ofNewerBuild(content, <UnknownContent content={content} />);
  }
}

/** Long text is not laid out before somebody asks for it, and then as it is. */
function ToolBlockView({ block }: { readonly block: ToolBlock }) {
  if (block.type === 'text') {
    const { text } = block;
    if (isBlobReference(text)) return <LongText body={text} />;
    return <ContentBlocks blocks={[{ type: 'text', text }]} text="markdown" />;
  }
  return <ContentBlocks blocks={[block]} text="markdown" />;
}

function LongText({ body }: { readonly body: BlobReference }) {
  const { sessionId } = useThread();
  const isLarge = body.bytes > BODY_BYTES;
  const loaded = useBody(sessionId, body, !isLarge);
  if (isLarge || loaded.state !== 'ready') return <BodyText body={body} />;
  return <ContentBlocks blocks={[{ type: 'text', text: loaded.text }]} text="markdown" />;
}

/** The raw message, formatted if it is JSON. */
export function RawBody({ body }: { readonly body: Body }) {
  const { sessionId } = useThread();
  const loaded = useBody(sessionId, body);
  if (loaded.state !== 'ready') return <BodyText body={body} />;
  return <CodeText text={prettyJson(loaded.text)} />;
}
