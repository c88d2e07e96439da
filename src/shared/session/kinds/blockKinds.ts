import { inlineCode, link, oneLine } from '#shared/text/markdownText';
import type { ContentBlock, ToolBlock } from '../content';
import { type BodyWriter, joined, type Paragraph } from '../export/paragraph';
import { type BodiesOf, bodyText, type MapBodies, type MapBody } from './bodies';
import { atMost, type BoundedFields, DESCRIPTION, NAME, PATH } from './bounds';
import { body, type Check, fields, optional, record, text, variant } from './shape';

type BlockType = ContentBlock['type'];
type BlockOf<T extends BlockType> = Extract<ContentBlock | ToolBlock, { type: T }>;

/** All facts about a kind of content block; `ContentBlocks.tsx` draws it. */
interface BlockKind<B, Bodies = BodiesOf<B>> {
  readonly shape: Check;
  readonly bounds: BoundedFields | null;
  readonly bodies: Bodies;
  /** The text for the search over all sessions. */
  readonly searched: ((block: B) => string) | null;
  /** The text for "find" in the transcript. */
  readonly found: (block: B) => string;
  readonly exported: (block: B, writer: BodyWriter) => Paragraph;
  /** Completes "This agent does not accept …". */
  readonly refused: (block: B) => string;
}

const rows: { readonly [T in BlockType]: BlockKind<BlockOf<T>> } = {
  text: {
    shape: fields({ text }),
    bounds: null,
    // The text of a message is not a body and stays in the event; for tool calls see
    // `mapToolBlock`.
    bodies: (block) => block,
    searched: (block) => bodyText(block.text),
    // Without the addresses of links, which are not shown.
    found: (block) => bodyText(block.text).replace(/\]\([^()\s]*\)/g, ']'),
    exported: (block, writer) => writer.said(block.text),
    refused: () => 'text',
  },
  image: {
    shape: fields({ data: body, mimeType: text }),
    bounds: { mimeType: NAME, uri: PATH },
    bodies: mapData,
    searched: null,
    found: () => '',
    exported: mediaNote,
    refused: () => 'images',
  },
  audio: {
    shape: fields({ data: body, mimeType: text }),
    bounds: { mimeType: NAME },
    bodies: mapData,
    searched: null,
    found: () => '',
    exported: mediaNote,
    refused: () => 'audio',
  },
  link: {
    shape: fields({ uri: text, name: text, title: optional(text), annotations: optional(record) }),
    bounds: {
      uri: PATH,
      name: NAME,
      title: NAME,
      mimeType: NAME,
      description: DESCRIPTION,
      annotations: { audience: atMost(16, NAME), lastModified: NAME },
    },
    bodies: null,
    searched: null,
    found: ({ title = '', name, description = '' }) =>
      [title, name, description].filter((words) => words !== '').join('\n'),
    exported: ({ title, name, uri, description }) =>
      description === undefined
        ? link(title ?? name, uri)
        : `${link(title ?? name, uri)} (${oneLine(description)})`,
    refused: () => 'links',
  },
  resource: {
    shape: fields({ uri: text, text: optional(body), data: optional(body) }),
    bounds: { uri: PATH, mimeType: NAME },
    bodies: (block, map) => {
      const words = block.text === undefined ? undefined : map(block.text, 'text');
      const data = block.data === undefined ? undefined : map(block.data, 'binary');
      if (words === block.text && data === block.data) return block;
      return {
        ...block,
        ...(words === undefined ? {} : { text: words }),
        ...(data === undefined ? {} : { data }),
      };
    },
    searched: null,
    found: (block) =>
      block.text === undefined ? block.uri : `${block.uri}\n${bodyText(block.text)}`,
    exported: (block, writer) =>
      block.text === undefined
        ? inlineCode(block.uri)
        : joined([inlineCode(block.uri), writer.body(block.text)]),
    refused: () => 'resources',
  },
  unknown: {
    shape: fields({ label: text, raw: body }),
    bounds: { label: NAME },
    bodies: (block, map) => {
      const raw = map(block.raw, 'text');
      return raw === block.raw ? block : { ...block, raw };
    },
    searched: null,
    found: (block) => block.label,
    exported: (block, writer) =>
      joined([`*${oneLine(block.label)}*`, writer.body(block.raw, 'json')]),
    refused: (block) => `“${block.label}” content`,
  },
};

type AnyBlock = ContentBlock | ToolBlock;
type AnyBlockKind = BlockKind<AnyBlock, MapBodies<AnyBlock> | null>;

// The cast is safe: each row gets only blocks of its own type.
const kinds = new Map(Object.entries(rows)) as ReadonlyMap<string, AnyBlockKind>;

/** Undefined for a kind that only a newer build knows. */
export function blockKind({ type }: { readonly type: string }): AnyBlockKind | undefined {
  return kinds.get(type);
}

const shapes = Object.fromEntries([...kinds].map(([type, { shape }]) => [type, shape]));
export const blockShape = variant(shapes);
export const toolBlockShape = variant({ ...shapes, text: fields({ text: body }) });

export const blockBounds = {
  byType: new Map([...kinds].map(([type, { bounds }]) => [type, bounds ?? {}])),
};

export function mapBlock<B extends AnyBlock>(block: B, map: MapBody): B {
  return (blockKind(block)?.bodies?.(block, map) ?? block) as B;
}

/** Unlike a message's text, the text of a tool call is a body: it is replaced as a whole. */
export function mapToolBlock(block: ToolBlock, map: MapBody): ToolBlock {
  if (block.type !== 'text') return mapBlock(block, map);
  const shown = map(block.text, 'shown');
  return shown === block.text ? block : { ...block, text: shown };
}

export function searchedIn(block: ContentBlock): string | null {
  return blockKind(block)?.searched?.(block) ?? null;
}

export function foundInBlock(block: AnyBlock): string {
  return blockKind(block)?.found(block) ?? '';
}

function mapData<B extends BlockOf<'image' | 'audio'>>(block: B, map: MapBody): B {
  const data = map(block.data, 'binary');
  return data === block.data ? block : { ...block, data };
}

function mediaNote({ type, mimeType }: BlockOf<'image' | 'audio'>): string {
  return `*(${type}, ${oneLine(mimeType)})*`;
}
