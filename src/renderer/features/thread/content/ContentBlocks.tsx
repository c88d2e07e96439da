import { ofNewerBuild } from '#shared/errors';
import type { Body, ContentBlock } from '#shared/session/content';
import { useBody } from '#window/features/thread/bodies';
import { useProjectPath } from '#window/features/thread/projectPath';
import { useThread } from '#window/features/thread/threadContext';
import { linkTarget } from '#window/ui/markdown/linkTarget';
import { Markdown } from '#window/ui/markdown/Markdown';
import { PlainText } from '#window/ui/markdown/PlainText';
import { AudioBlock } from './AudioBlock';
import { BodyText } from './BodyText';
import styles from './ContentBlocks.module.css';
import { linkFacts } from './linkFacts';
import { promptParts } from './mentions';
import { ResourceChip } from './ResourceChip';

const shownTypes = /^image\/(?:png|jpeg|gif|webp|avif|bmp|svg\+xml)$/;

interface ImageBlockProps {
  readonly data: Body;
  readonly mimeType: string;
}

/** An image from the message itself; nothing is fetched from elsewhere. */
function ImageBlock({ data, mimeType }: ImageBlockProps) {
  const { sessionId } = useThread();
  const isShown = shownTypes.test(mimeType);
  const body = useBody(sessionId, data, isShown);
  if (!isShown) return <span className={styles.note}>Image ({mimeType}) is not shown.</span>;
  if (body.state === 'failed') return <span className={styles.note}>{body.message}</span>;
  if (body.state === 'loading') return <span className={styles.note}>Loading image…</span>;
  const source = `data:${mimeType};base64,${body.text.replace(/[^A-Za-z0-9+/=]/g, '')}`;
  return <img className={styles.image} src={source} alt="Attached" draggable={false} />;
}

interface ContentBlocksProps {
  readonly blocks: readonly ContentBlock[];
  /** How text is drawn: formatted for agents, as typed for people. */
  readonly text: 'markdown' | 'plain';
  /** The last text is still being written. */
  readonly live?: boolean;
}

/**
 * A user's message. Files that its text names are chips within the text, and are not repeated
 * below.
 */
export function PromptBlocks({ blocks }: { readonly blocks: readonly ContentBlock[] }) {
  const [first, ...rest] = blocks;
  const links = rest.filter((block) => block.type === 'link');
  if (first?.type !== 'text' || links.length === 0) {
    return <ContentBlocks blocks={blocks} text="plain" />;
  }
  const parts = promptParts(first.text, links);
  const named = new Set<unknown>(parts);
  return (
    <>
      <div className={styles.prompt} dir="auto">
        {parts.map((part, index) =>
          typeof part === 'string' ? (
            part
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: a prompt never changes.
            <ResourceChip key={index} name={part.name} uri={part.uri} />
          ),
        )}
      </div>
      <ContentBlocks blocks={rest.filter((block) => !named.has(block))} text="plain" />
    </>
  );
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
      return <AudioBlock data={block.data} mimeType={block.mimeType} />;
    case 'link':
      return (
        <ResourceChip name={block.title ?? block.name} uri={block.uri} facts={linkFacts(block)} />
      );
    case 'resource':
      if (block.text === undefined) return <ResourceChip name={null} uri={block.uri} />;
      return <ResourceText uri={block.uri} body={block.text} />;
    case 'unknown':
      return <BodyText label={block.label} body={block.raw} />;
    default:
      return ofNewerBuild(block, <UnknownContent content={block} />);
  }
}

/** A file that came with the message, under its name in the project. */
function ResourceText({ uri, body }: { readonly uri: string; readonly body: Body }) {
  const target = linkTarget(uri);
  const path = useProjectPath(target.kind === 'file' ? target.path : uri);
  return <BodyText label={path.replace(/^attachment:\/\/\//, '')} body={body} />;
}

/** Logs may hold kinds of content that only a newer build knows. */
export function UnknownContent({ content }: { readonly content: { readonly type: string } }) {
  return <span className={styles.unknown}>{`[${content.type}]`}</span>;
}
