import { oneLine } from '#shared/text/markdownText';
import type { ToolContent } from '../content';
import { joined, type Paragraph, quotedPart, type ToolWriter } from '../export/paragraph';
import { blockBounds, foundInBlock, mapToolBlock, toolBlockShape } from './blockKinds';
import { type BodiesOf, bodyText, type MapBodies, type MapBody } from './bodies';
import { type BoundedFields, NAME, PATH } from './bounds';
import { body, type Check, fields, list, nullable, text, variant } from './shape';

type ContentType = ToolContent['type'];
type ContentOf<T extends ContentType> = Extract<ToolContent, { type: T }>;

/** All facts about a kind of tool content; `ToolBody.tsx` draws it. */
interface ToolContentKind<C, Bodies = BodiesOf<C>> {
  readonly shape: Check;
  readonly bounds: BoundedFields | null;
  readonly bodies: Bodies;
  /** The text for "find" in the transcript. */
  readonly found: (content: C) => string;
  readonly exported: (content: C, writer: ToolWriter) => Paragraph;
  /** The files that it changes, which decide how a permission request is judged. */
  readonly writes: ((content: C) => readonly string[]) | null;
}

const rows: { readonly [T in ContentType]: ToolContentKind<ContentOf<T>> } = {
  content: {
    shape: fields({ content: toolBlockShape }),
    bounds: { content: blockBounds },
    bodies: (content, map) => {
      const block = mapToolBlock(content.content, map);
      return block === content.content ? content : { ...content, content: block };
    },
    found: ({ content }) => foundInBlock(content),
    exported: ({ content }, writer) => quotedPart(writer.block(content)),
    writes: null,
  },
  diff: {
    shape: fields({ path: text, before: nullable(body), after: nullable(body) }),
    bounds: { path: PATH, movedFrom: PATH },
    bodies: (content, map) => {
      const before = content.before === null ? null : map(content.before, 'text');
      const after = content.after === null ? null : map(content.after, 'text');
      const isSame = before === content.before && after === content.after;
      return isSame ? content : { ...content, before, after };
    },
    found: ({ path, before, after }) => [path, bodyText(before), bodyText(after)].join('\n'),
    exported: ({ path, before, after }, writer) => writer.diff(path, before, after),
    writes: ({ path, movedFrom }) => [path, ...(movedFrom ? [movedFrom] : [])],
  },
  patch: {
    shape: fields({ paths: list(text), patch: body }),
    bounds: null,
    bodies: (content, map) => {
      const patch = map(content.patch, 'text');
      return patch === content.patch ? content : { ...content, patch };
    },
    found: ({ patch }) => bodyText(patch),
    exported: ({ patch }, writer) => writer.body(patch, 'diff'),
    writes: ({ paths }) => paths,
  },
  terminal: {
    shape: fields({ terminalId: text }),
    bounds: null,
    bodies: null,
    found: () => '',
    exported: ({ terminalId }, writer) => writer.terminal(terminalId),
    writes: null,
  },
  unknown: {
    shape: fields({ label: text, raw: body }),
    bounds: { label: NAME },
    bodies: (content, map) => {
      const raw = map(content.raw, 'text');
      return raw === content.raw ? content : { ...content, raw };
    },
    found: () => '',
    exported: ({ label, raw }, writer) => joined([`*${oneLine(label)}*`, writer.body(raw, 'json')]),
    writes: null,
  },
};

type AnyContentKind = ToolContentKind<ToolContent, MapBodies<ToolContent> | null>;

// The cast is safe: each row gets only content of its own type.
const kinds = new Map(Object.entries(rows)) as ReadonlyMap<string, AnyContentKind>;

/** Undefined for a kind that only a newer build knows. */
export function toolContentKind({ type }: { readonly type: string }): AnyContentKind | undefined {
  return kinds.get(type);
}

export const toolContentShape = variant(
  Object.fromEntries([...kinds].map(([type, { shape }]) => [type, shape])),
);

export const toolContentBounds = {
  byType: new Map([...kinds].map(([type, { bounds }]) => [type, bounds ?? {}])),
};

export function mapToolContent(content: ToolContent, map: MapBody): ToolContent {
  return toolContentKind(content)?.bodies?.(content, map) ?? content;
}

export function foundInToolContent(content: ToolContent): string {
  return toolContentKind(content)?.found(content) ?? '';
}
