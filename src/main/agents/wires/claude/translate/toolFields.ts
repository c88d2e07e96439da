import { cutText } from '#main/base/cutText';
import type { ToolKind, ToolLocation } from '#shared/session/content';
import type { ToolFields } from '#shared/session/events';
import { inFolder } from '../../inFolder';
import { type JsonRecord, jsonText, labelOf, type Mutable } from '../../json';
import { TITLE_LENGTH } from '../../limits';

interface ToolLook {
  readonly title: string;
  readonly kind: ToolKind;
  readonly location?: ToolLocation;
}

/** The display fields of a tool call: what it does, and to what. */
export function toolFields(name: string, input: JsonRecord, folder: string): ToolFields {
  const { title, kind, location } = lookOf(name, input, folder);
  const fields: Mutable<ToolFields> = {
    title: cutText(title, TITLE_LENGTH),
    name: labelOf(name, 'tool'),
    kind,
  };
  if (location) fields.locations = [location];
  if (Object.keys(input).length > 0) fields.input = jsonText(input);
  return fields;
}

function lookOf(name: string, input: JsonRecord, folder: string): ToolLook {
  const text = (key: string) => (typeof input[key] === 'string' ? (input[key] as string) : '');
  const path = text('file_path') || text('notebook_path') || text('path');
  const shown = inFolder(path, folder);
  switch (name) {
    case 'Read':
    case 'NotebookRead':
      return { ...titled('Read', shown + rangeOf(input)), kind: 'read', ...at(path, input.offset) };
    case 'Write':
      return { ...titled('Write', shown), kind: 'edit', ...at(path) };
    case 'Edit':
    case 'MultiEdit':
    case 'NotebookEdit':
      return { ...titled('Edit', shown), kind: 'edit', ...at(path) };
    case 'Bash':
    case 'PowerShell':
      return { title: text('command') || name, kind: 'execute' };
    case 'BashOutput':
    case 'KillShell':
    case 'KillBash':
    case 'TaskOutput':
    case 'TaskStop':
    case 'Monitor':
      return { ...titled(name, text('description')), kind: 'execute' };
    case 'Glob':
      return { ...titled('Find', text('pattern') + within(shown)), kind: 'search', ...at(path) };
    case 'Grep':
      return { ...titled('Search', quoted(text('pattern')) + within(shown)), kind: 'search' };
    case 'LS':
      return { ...titled('List', shown), kind: 'search', ...at(path) };
    case 'ToolSearch':
      return { ...titled('Search tools', quoted(text('query'))), kind: 'search' };
    case 'WebFetch':
      return { ...titled('Fetch', text('url')), kind: 'fetch' };
    case 'WebSearch':
      return { ...titled('Search the web', quoted(text('query'))), kind: 'fetch' };
    case 'Task':
    case 'Agent':
      return { title: text('description') || 'Subagent', kind: 'think' };
    case 'EnterPlanMode':
      return { title: 'Plan first', kind: 'switch_mode' };
    case 'ExitPlanMode':
      return { title: 'Carry out the plan', kind: 'switch_mode' };
    case 'AskUserQuestion':
      return { title: 'Question', kind: 'other' };
    case 'Skill':
      return { ...titled('Skill', text('skill') || text('command')), kind: 'other' };
    default:
      return { title: readable(name), kind: 'other' };
  }
}

function titled(verb: string, object: string): { readonly title: string } {
  return { title: object === '' ? verb : `${verb} ${object}` };
}

function quoted(text: string): string {
  return text === '' ? '' : `“${text}”`;
}

function within(path: string): string {
  return path === '' ? '' : ` in ${path}`;
}

function at(path: string, line?: unknown): { readonly location?: ToolLocation } {
  if (path === '') return {};
  const hasLine = Number.isSafeInteger(line) && (line as number) > 0;
  return { location: hasLine ? { path, line: line as number } : { path } };
}

function rangeOf({ offset, limit }: JsonRecord): string {
  const first = Number.isSafeInteger(offset) ? (offset as number) : 1;
  if (!Number.isSafeInteger(limit)) return first > 1 ? ` (from line ${first})` : '';
  return ` (lines ${first}–${first + (limit as number) - 1})`;
}

/** Tools of an MCP server are named `mcp__<server>__<tool>`. */
function readable(name: string): string {
  const [prefix, server, ...tool] = name.split('__');
  return prefix === 'mcp' && server && tool.length > 0 ? `${server}: ${tool.join('__')}` : name;
}
