import type { AskedFacts } from '#shared/session/askedFacts';
import type { Body, ContentBlock, ToolBlock, ToolContent } from '#shared/session/content';
import type { EventOf, SessionEvent, ToolFields } from '#shared/session/events';

/** Text can be previewed, base64 cannot; what is shown at once is worth keeping at hand. */
export type BodyKind = 'text' | 'binary' | 'shown';
export type MapBody = (body: Body, kind: BodyKind) => Body;

/**
 * Replaces the bodies of an event. The same event comes back when none changed. By type, not by
 * walking the whole event: this runs for each of them.
 */
export function mapBodies(event: SessionEvent, map: MapBody): SessionEvent {
  switch (event.type) {
    case 'message.appended': {
      const content = mapBlock(event.content, map);
      return content === event.content ? event : { ...event, content };
    }
    case 'tool.updated':
      return mapTool(event, map);
    case 'turn.started':
    case 'turn.steered':
    case 'prompt.queued':
    case 'prompt.edited': {
      const content = mapList(event.content, (block) => mapBlock(block, map));
      return content === event.content ? event : { ...event, content };
    }
    case 'permission.asked': {
      const { asked } = event.question;
      const mapped = asked && mapFacts(asked, map);
      return mapped === undefined || mapped === asked
        ? event
        : { ...event, question: { ...event.question, asked: mapped } };
    }
    case 'terminal.ended': {
      const tail = map(event.tail, 'text');
      return tail === event.tail ? event : { ...event, tail };
    }
    case 'unknown.received': {
      const raw = map(event.raw, 'text');
      return raw === event.raw ? event : { ...event, raw };
    }
    default:
      return event;
  }
}

function mapTool(event: EventOf<'tool.updated'>, map: MapBody): EventOf<'tool.updated'> {
  const changed: { -readonly [K in keyof ToolFields]: ToolFields[K] } = {};
  if (event.input != null) changed.input = map(event.input, 'text');
  if (event.output != null) changed.output = map(event.output, 'text');
  if (event.content != null) {
    changed.content = mapList(event.content, (content) => mapToolContent(content, map));
  }
  const isSame =
    changed.input === (event.input ?? undefined) &&
    changed.output === (event.output ?? undefined) &&
    changed.content === (event.content ?? undefined);
  return isSame ? event : { ...event, ...changed };
}

function mapFacts(facts: AskedFacts, map: MapBody): AskedFacts {
  const input = facts.input === null ? null : map(facts.input, 'text');
  const content = mapList(facts.content, (one) => mapToolContent(one, map));
  const isSame = input === facts.input && content === facts.content;
  return isSame ? facts : { ...facts, input, content };
}

function mapToolContent(content: ToolContent, map: MapBody): ToolContent {
  switch (content.type) {
    case 'content': {
      const block = mapToolBlock(content.content, map);
      return block === content.content ? content : { ...content, content: block };
    }
    case 'diff': {
      const before = content.before === null ? null : map(content.before, 'text');
      const after = content.after === null ? null : map(content.after, 'text');
      const isSame = before === content.before && after === content.after;
      return isSame ? content : { ...content, before, after };
    }
    case 'patch': {
      const patch = map(content.patch, 'text');
      return patch === content.patch ? content : { ...content, patch };
    }
    case 'unknown': {
      const raw = map(content.raw, 'text');
      return raw === content.raw ? content : { ...content, raw };
    }
    default:
      return content;
  }
}

/** Unlike what is said, text that a tool call shows is a body: it is replaced as a whole. */
function mapToolBlock(block: ToolBlock, map: MapBody): ToolBlock {
  if (block.type !== 'text') return mapBlock(block, map);
  const text = map(block.text, 'shown');
  return text === block.text ? block : { ...block, text };
}

function mapBlock<B extends ContentBlock | ToolBlock>(block: B, map: MapBody): B {
  return mapBlockBodies(block, map) as B;
}

function mapBlockBodies(block: ContentBlock | ToolBlock, map: MapBody): ContentBlock | ToolBlock {
  switch (block.type) {
    case 'image':
    case 'audio': {
      const data = map(block.data, 'binary');
      return data === block.data ? block : { ...block, data };
    }
    case 'resource': {
      const text = block.text === undefined ? undefined : map(block.text, 'text');
      const data = block.data === undefined ? undefined : map(block.data, 'binary');
      if (text === block.text && data === block.data) return block;
      return {
        ...block,
        ...(text === undefined ? {} : { text }),
        ...(data === undefined ? {} : { data }),
      };
    }
    case 'unknown': {
      const raw = map(block.raw, 'text');
      return raw === block.raw ? block : { ...block, raw };
    }
    default:
      return block;
  }
}

function mapList<T>(items: readonly T[], map: (item: T) => T): readonly T[] {
  const mapped = items.map(map);
  return mapped.every((item, index) => item === items[index]) ? items : mapped;
}
