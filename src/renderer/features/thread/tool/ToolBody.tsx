import type { TerminalId } from '#shared/ids';
import type { Body, ToolContent } from '#shared/session/content';
import type { ToolEntry } from '#shared/session/entries';
import { useBody } from '../bodies';
import { BodyText, CodeText, prettyJson } from '../content/BodyText';
import { ContentBlocks, UnknownContent } from '../content/ContentBlocks';
import { DiffView, PatchView } from '../diff/DiffView';
import { Fold } from '../Fold';
import { TerminalView } from '../output/TerminalView';
import { useThread } from '../threadContext';
import { PathButtons } from './PathButtons';
import styles from './ToolRow.module.css';

/** All that a tool call brought: its content, then what went in and out of it as it was. */
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
      return <ContentBlocks blocks={[content.content]} text="markdown" />;
    case 'diff':
      return (
        <DiffView
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
      return <UnknownContent content={content} />;
  }
}

/** What went over the wire, laid out if it is JSON. */
export function RawBody({ body }: { readonly body: Body }) {
  const { sessionId } = useThread();
  const loaded = useBody(sessionId, body);
  if (loaded.state !== 'ready') return <BodyText body={body} />;
  return <CodeText text={prettyJson(loaded.text)} />;
}
