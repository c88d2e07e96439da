import { ofNewerBuild } from '#shared/errors';
import type { TerminalId } from '#shared/ids';
import {
  type BlobReference,
  type Body,
  isBlobReference,
  type ToolBlock,
  type ToolContent,
  type ToolKind,
} from '#shared/session/content';
import type { ToolEntry } from '#shared/session/entries';
import { outputText } from '#shared/session/tool/outputText';
import { toolText } from '#shared/session/tool/toolText';
import { plainOutput } from '#shared/text/plainOutput';
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
        <ToolContentView key={index} content={content} kind={entry.toolKind} />
      ))}
      {entry.content.length === 0 && entry.output !== null && (
        <PrintedOutput body={entry.output} kind={entry.toolKind} />
      )}
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

interface ToolContentProps {
  readonly content: ToolContent;
  readonly kind: ToolKind;
}

export function ToolContentView({ content, kind }: ToolContentProps) {
  switch (content.type) {
    case 'content':
      return <ToolBlockView block={content.content} kind={kind} />;
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

/** Long text is only laid out when the user asks, and then unformatted. */
function ToolBlockView({ block, kind }: { readonly block: ToolBlock; readonly kind: ToolKind }) {
  if (block.type !== 'text') return <ContentBlocks blocks={[block]} text="markdown" />;
  if (isBlobReference(block.text)) return <LongText body={block.text} kind={kind} />;
  return <ToolText text={block.text} kind={kind} />;
}

function LongText({ body, kind }: { readonly body: BlobReference; readonly kind: ToolKind }) {
  const { sessionId } = useThread();
  const isLarge = body.bytes > BODY_BYTES;
  const loaded = useBody(sessionId, body, !isLarge);
  if (isLarge || loaded.state !== 'ready') return <BodyText body={body} />;
  return <ToolText text={loaded.text} kind={kind} />;
}

/** Output of commands and content of files are shown as they are; other text as Markdown. */
function ToolText({ text, kind }: { readonly text: string; readonly kind: ToolKind }) {
  const drawn = toolText(text, kind);
  if (drawn.type === 'markdown') {
    return <ContentBlocks blocks={[{ type: 'text', text: drawn.text }]} text="markdown" />;
  }
  const isColoured = kind === 'execute' && drawn.text.includes('\x1b');
  return <CodeText text={isColoured ? plainOutput(drawn.text) : drawn.text} />;
}

/** A tool's output, if it is only in the raw output. */
function PrintedOutput({ body, kind }: { readonly body: Body; readonly kind: ToolKind }) {
  const { sessionId } = useThread();
  const loaded = useBody(sessionId, body, !isBlobReference(body) || body.bytes <= BODY_BYTES);
  const text = loaded.state === 'ready' ? outputText(loaded.text) : null;
  return text === null ? null : <ToolText text={text} kind={kind} />;
}

/** The raw message, formatted if it is JSON. */
export function RawBody({ body }: { readonly body: Body }) {
  const { sessionId } = useThread();
  const loaded = useBody(sessionId, body);
  if (loaded.state !== 'ready') return <BodyText body={body} />;
  return <CodeText text={prettyJson(loaded.text)} />;
}
