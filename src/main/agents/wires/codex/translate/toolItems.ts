import { beginningOf, cutText } from '#main/base/cutText';
import type { ContentBlock, ToolContent, ToolKind, ToolStatus } from '#shared/session/content';
import type { ToolFields } from '#shared/session/events';
import { isRecord, type JsonRecord, jsonText, type Mutable, recordsOf, textOr } from '../../json';
import { TITLE_LENGTH } from '../../limits';

/** The status of any kind of item; "declined" means that the user refused it. */
export function statusFrom(status: unknown, isOver: boolean): ToolStatus {
  switch (status) {
    case 'failed':
    case 'declined':
    case 'errored':
      return 'failed';
    case 'interrupted':
      return 'cancelled';
    default:
      return isOver ? 'completed' : 'in_progress';
  }
}

/** The fields of an item that is shown as a tool call; null for other items. */
export function toolItemFields(item: JsonRecord): ToolFields | null {
  const text = (key: string) => textOr(item[key], '');
  switch (item.type) {
    case 'mcpToolCall':
      return {
        ...looks(`${text('server')}: ${text('tool')}`, 'other', text('tool')),
        ...inputOf(item.arguments),
        ...contentOf(mcpContent(item)),
      };
    case 'dynamicToolCall': {
      const namespace = text('namespace');
      const name = namespace === '' ? text('tool') : `${namespace}: ${text('tool')}`;
      return {
        ...looks(name, 'other', text('tool')),
        ...inputOf(item.arguments),
        ...contentOf(recordsOf(item.contentItems).flatMap(outputBlock)),
      };
    }
    case 'functionCallOutput':
      return {
        ...looks(text('name'), 'other', text('name')),
        ...contentOf(functionOutput(item.output)),
      };
    case 'collabAgentToolCall':
      return {
        ...looks(collabTitle(item), 'think', text('tool')),
        ...(text('prompt') === '' ? {} : inputOf({ prompt: item.prompt })),
      };
    case 'webSearch':
      return looks(searchTitle(item), 'fetch');
    case 'imageView':
      return { ...looks(`View ${text('path')}`, 'read'), locations: [{ path: text('path') }] };
    case 'imageGeneration':
      return {
        ...looks(text('revisedPrompt') || 'Generate an image', 'other'),
        ...contentOf(image(item)),
      };
    case 'sleep':
      return looks(`Wait${seconds(item.durationMs)}`, 'other');
    default:
      return null;
  }
}

function looks(title: string, kind: ToolKind, name = ''): ToolFields {
  const fields: Mutable<ToolFields> = { title: cutText(title, TITLE_LENGTH), kind };
  if (name !== '') fields.name = name;
  return fields;
}

function inputOf(input: unknown): ToolFields {
  return input === undefined || input === null ? {} : { input: jsonText(input) };
}

function contentOf(blocks: readonly ContentBlock[]): ToolFields {
  if (blocks.length === 0) return {};
  return { content: blocks.map((content): ToolContent => ({ type: 'content', content })) };
}

function mcpContent({ result, error }: JsonRecord): readonly ContentBlock[] {
  if (isRecord(error)) return [{ type: 'text', text: textOr(error.message, 'It failed.') }];
  return isRecord(result) ? recordsOf(result.content).map(mcpBlock) : [];
}

function mcpBlock(block: JsonRecord): ContentBlock {
  const { type, text, data, mimeType, uri, name, resource } = block;
  if (type === 'text' && typeof text === 'string') return { type: 'text', text };
  if ((type === 'image' || type === 'audio') && typeof data === 'string') {
    return { type, data, mimeType: textOr(mimeType, `${type}/*`) };
  }
  if (type === 'resource_link' && typeof uri === 'string') {
    return { type: 'link', uri, name: textOr(name, uri) };
  }
  if (type === 'resource' && isRecord(resource) && typeof resource.text === 'string') {
    return { type: 'resource', uri: textOr(resource.uri, ''), text: resource.text };
  }
  return { type: 'unknown', label: textOr(type, 'content'), raw: jsonText(block) };
}

function outputBlock(block: JsonRecord): readonly ContentBlock[] {
  const { type, text, imageUrl, image_url: url } = block;
  if (typeof text === 'string') return [{ type: 'text', text }];
  const address = textOr(imageUrl, textOr(url, ''));
  if (address !== '') return [imageFromAddress(address)];
  return [{ type: 'unknown', label: textOr(type, 'content'), raw: jsonText(block) }];
}

function functionOutput(output: unknown): readonly ContentBlock[] {
  if (typeof output === 'string') return output === '' ? [] : [{ type: 'text', text: output }];
  return recordsOf(output).flatMap(outputBlock);
}

/** The image in a data URL, or a link for any other address. */
function imageFromAddress(address: string): ContentBlock {
  const comma = address.indexOf(',');
  const head = /^data:([\w.+-]+\/[\w.+-]+);base64$/.exec(address.slice(0, Math.max(0, comma)));
  return head?.[1] === undefined
    ? { type: 'link', uri: address, name: beginningOf(address, 100) }
    : { type: 'image', mimeType: head[1], data: address.slice(comma + 1) };
}

function image({ result, savedPath }: JsonRecord): readonly ContentBlock[] {
  if (typeof result === 'string' && result !== '') {
    return [{ type: 'image', data: result, mimeType: 'image/png' }];
  }
  return typeof savedPath === 'string' ? [{ type: 'link', uri: savedPath, name: savedPath }] : [];
}

function collabTitle({ tool, prompt }: JsonRecord): string {
  const words: Readonly<Record<string, string>> = {
    spawnAgent: 'Start a subagent',
    sendInput: 'Write to a subagent',
    sendMessage: 'Write to a subagent',
    followupTask: 'Write to a subagent',
    resumeAgent: 'Resume a subagent',
    wait: 'Wait for subagents',
    closeAgent: 'Close a subagent',
    interruptAgent: 'Stop a subagent',
    listAgents: 'List subagents',
  };
  const name = textOr(tool, '');
  const title = (Object.hasOwn(words, name) ? words[name] : undefined) ?? 'Subagent';
  const [line = ''] = textOr(prompt, '').split('\n', 1);
  return line === '' ? title : `${title}: ${line}`;
}

function searchTitle({ query, action }: JsonRecord): string {
  const about = isRecord(action) ? action : {};
  const page = textOr(about.url, '');
  if (page !== '') return `Open ${page}`;
  const words = textOr(query, textOr(about.query, ''));
  return words === '' ? 'Search the web' : `Search the web “${words}”`;
}

function seconds(duration: unknown): string {
  return typeof duration === 'number' && Number.isFinite(duration)
    ? ` ${(duration / 1_000).toFixed(1)} s`
    : '';
}
