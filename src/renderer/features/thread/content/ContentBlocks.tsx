import type { Body, ContentBlock } from '#shared/session/content';
import { linkTarget } from '../../../ui/markdown/linkTarget';
import { Markdown } from '../../../ui/markdown/Markdown';
import { PlainText } from '../../../ui/markdown/PlainText';
import { useProjectPath } from '../projectPath';
import { BodyText } from './BodyText';
import styles from './ContentBlocks.module.css';
import { ImageBlock } from './ImageBlock';
import { ResourceChip } from './ResourceChip';

interface ContentBlocksProps {
  readonly blocks: readonly ContentBlock[];
  /** How text is drawn: formatted for agents, as it was typed for people. */
  readonly text: 'markdown' | 'plain';
  /** The last text is still being written. */
  readonly live?: boolean;
}

export function ContentBlocks({ blocks, text, live = false }: ContentBlocksProps) {
  return (
    <div className={styles.blocks}>
      {blocks.map((block, index) => (
        <ContentBlockView
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only ever added at the end.
          key={index}
          block={block}
          text={text}
          live={live && index === blocks.length - 1}
        />
      ))}
    </div>
  );
}

interface ContentBlockProps {
  readonly block: ContentBlock;
  readonly text: 'markdown' | 'plain';
  readonly live: boolean;
}

function ContentBlockView({ block, text, live }: ContentBlockProps) {
  switch (block.type) {
    case 'text':
      if (text === 'plain') return <PlainText text={block.text} />;
      return <Markdown text={block.text} live={live} />;
    case 'image':
      return <ImageBlock data={block.data} mimeType={block.mimeType} />;
    case 'audio':
      return <ResourceChip kind="audio" name={`Sound (${block.mimeType})`} uri={null} />;
    case 'link':
      return <ResourceChip kind="file" name={block.name} uri={block.uri} />;
    case 'resource':
      if (block.text === undefined) return <ResourceChip kind="file" name={null} uri={block.uri} />;
      return <ResourceText uri={block.uri} body={block.text} />;
    case 'unknown':
      return <BodyText label={block.label} body={block.raw} />;
    default:
      return <UnknownContent content={block} />;
  }
}

/** A file that came with the message, named as it is called in the project. */
function ResourceText({ uri, body }: { readonly uri: string; readonly body: Body }) {
  const target = linkTarget(uri);
  const path = useProjectPath(target.kind === 'file' ? target.path : uri);
  return <BodyText label={path.replace(/^attachment:\/\/\//, '')} body={body} />;
}

/** Logs may hold kinds of content that only a newer build knows. */
export function UnknownContent({ content }: { readonly content: { readonly type: string } }) {
  return <span className={styles.unknown}>{`[${content.type}]`}</span>;
}
