import {
  type Body,
  type ContentBlock,
  isBlobReference,
  type ToolBlock,
  type ToolContent,
} from '#shared/session/content';
import type { Entry } from '#shared/session/entries';
import { visibleLine } from '../../../ui/visibleText';

/** What can be found in an entry: the words that its row shows, folded parts included. */
export function entryText(entry: Entry): string {
  switch (entry.kind) {
    case 'message':
      return entry.blocks.map(blockText).join('\n');
    case 'tool':
      return [
        visibleLine(entry.title),
        ...entry.locations.map((location) => location.path),
        ...entry.content.map(contentText),
      ].join('\n');
    case 'plan':
      if (entry.body.type === 'items') {
        return entry.body.items.map((item) => item.content).join('\n');
      }
      return entry.body.type === 'markdown' ? entry.body.text : entry.body.uri;
    case 'permission':
      return [
        entry.question.title,
        entry.question.description ?? '',
        ...entry.question.options.map((option) => option.name),
      ].join('\n');
    case 'elicitation':
      return entry.question.message;
    case 'notice':
      return `${entry.title}\n${entry.description ?? ''}`;
    case 'setting':
      return `${entry.label}: ${entry.to} (was ${entry.from})`;
    case 'compaction':
      return entry.summary;
    case 'subagent':
      return `${entry.title}\n${entry.description ?? ''}`;
    case 'turn-end':
      return entry.message ?? '';
    case 'failure':
      return `${entry.message}\n${entry.detail ?? ''}\n${entry.stderrTail}`;
    case 'authentication':
    case 'continuity':
      return entry.message;
    case 'unknown':
      return entry.label;
    case 'terminal':
      return '';
  }
}

function blockText(block: ContentBlock | ToolBlock): string {
  switch (block.type) {
    case 'text':
      // Where a link leads is not shown.
      return bodyText(block.text).replace(/\]\([^()\s]*\)/g, ']');
    case 'link':
      return block.name;
    case 'resource':
      return block.text === undefined ? block.uri : `${block.uri}\n${bodyText(block.text)}`;
    case 'unknown':
      return block.label;
    default:
      return '';
  }
}

function contentText(content: ToolContent): string {
  switch (content.type) {
    case 'content':
      return blockText(content.content);
    case 'diff':
      return [content.path, bodyText(content.before), bodyText(content.after)].join('\n');
    case 'patch':
      return bodyText(content.patch);
    default:
      return '';
  }
}

function bodyText(body: Body | null): string {
  if (body === null) return '';
  return isBlobReference(body) ? (body.preview ?? '') : body;
}
