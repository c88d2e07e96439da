import { applyEdits, type Edit, type Node } from 'jsonc-parser';
import { type JsonPath, nodeAt, parseJsonc } from '#main/base/json/jsoncDocument';
import { type JsoncToken, tokensOf } from '#main/base/json/jsoncTokens';
import {
  hasLineBreak,
  indentAt,
  type JsoncLayout,
  layoutOf,
  render,
  skipBlanks,
  skipBlanksBack,
  skipLineBreak,
  startsLine,
} from './jsoncLayout';

/**
 * Sets the value at a path and changes nothing else: comments stay next to their keys (the parser's
 * own `modify` moves or removes some). Undefined if a value on the path cannot hold the next
 * segment. The text must be free of errors.
 */
export function setInJsonc(text: string, path: JsonPath, value: unknown): string | undefined {
  const root = rootOf(text);
  const layout = layoutOf(text, root);
  const existing = nodeAt(root, path);
  if (existing) {
    const { offset, length } = existing;
    const content = render(value, indentAt(text, offset), layout);
    return applyEdits(text, [{ offset, length, content }]);
  }
  let depth = root ? path.length - 1 : 0;
  while (depth > 0 && !nodeAt(root, path.slice(0, depth))) depth--;
  const container = nodeAt(root, path.slice(0, depth));
  const [key, ...missing] = path.slice(depth);
  if (key === undefined || !canTake(container, key) || missing.some(isLaterPlace)) return undefined;
  const item = missing.reduceRight(wrap, value);
  if (container) return applyEdits(text, insertion(text, container, key, item, layout));
  const comments = text === '' || /[\r\n]$/.test(text) ? text : text + layout.lineBreak;
  return comments + render(wrap(item, key), '', layout) + layout.lineBreak;
}

/** Removes the value at a path, with its key and one comma. Comments about it stay. */
export function removeFromJsonc(text: string, path: JsonPath): string {
  const node = nodeAt(rootOf(text), path);
  const item = node?.parent?.type === 'property' ? node.parent : node;
  if (!item?.parent) return text;
  const shorter = applyEdits(text, removal(text, item, item.parent));
  // Remove duplicates of the key too, or its earlier value would take effect.
  return typeof path.at(-1) === 'string' ? removeFromJsonc(shorter, path) : shorter;
}

function insertion(
  text: string,
  container: Node,
  key: string | number,
  value: unknown,
  layout: JsoncLayout,
): Edit[] {
  const name = typeof key === 'string' ? `${JSON.stringify(key)}: ` : '';
  const close = endOf(container) - 1;
  const outerIndent = indentAt(text, container.offset);
  const last = container.children?.at(-1);
  if (last && !hasLineBreak(text, container.offset, close)) {
    return [{ offset: endOf(last), length: 0, content: `, ${name}${JSON.stringify(value)}` }];
  }
  const indent =
    last && startsLine(text, last.offset)
      ? indentAt(text, last.offset)
      : outerIndent + layout.indent;
  const line = `${layout.lineBreak}${indent}${name}${render(value, indent, layout)}`;
  const start = last ? endOf(last) : container.offset + 1;
  const tokens = [...tokensOf(text, start, close)];
  if (!last) {
    const offset = tokens.at(-1)?.end ?? start;
    const content = line + layout.lineBreak + outerIndent;
    return [{ offset, length: close - offset, content }];
  }
  const comma = tokens.find((token) => token.kind === 'comma');
  const offset = endOfRemarks(text, comma?.end ?? start, tokens);
  return comma
    ? [{ offset, length: 0, content: `${line},` }]
    : [
        { offset: start, length: 0, content: ',' },
        { offset, length: 0, content: line },
      ];
}

/** The end of the comments that begin on the anchor's line, which belong to the anchor. */
function endOfRemarks(text: string, anchor: number, tokens: readonly JsoncToken[]): number {
  return tokens.reduce((end, token) => {
    const isRemark = token.kind === 'comment' && token.offset >= end;
    return isRemark && !hasLineBreak(text, end, token.offset) ? token.end : end;
  }, anchor);
}

function removal(text: string, item: Node, container: Node): Edit[] {
  const siblings = container.children ?? [];
  const index = siblings.indexOf(item);
  const previous = siblings[index - 1];
  const limit = siblings[index + 1]?.offset ?? endOf(container) - 1;
  const following = commaIn(text, endOf(item), limit);
  if (following && text.slice(endOf(item), following.offset).trim() === '') {
    return [cut(text, item.offset, following.end)];
  }
  const comma = following ?? (previous && commaIn(text, endOf(previous), item.offset));
  const itemCut = cut(text, item.offset, endOf(item));
  if (!comma) return [itemCut];
  const commaCut = { offset: comma.offset, length: comma.end - comma.offset, content: '' };
  return following ? [itemCut, commaCut] : [commaCut, itemCut];
}

/** Removes the whole line if nothing else is on it; otherwise the blanks on one side. */
function cut(text: string, start: number, end: number): Edit {
  const afterBlanks = skipBlanks(text, end);
  const afterLine = skipLineBreak(text, afterBlanks);
  if (!startsLine(text, start)) {
    const isLast = /[}\]\r\n]/.test(text.charAt(afterBlanks));
    const from = isLast ? skipBlanksBack(text, start) : start;
    return { offset: from, length: (isLast ? end : afterBlanks) - from, content: '' };
  }
  const from = afterLine > afterBlanks ? skipBlanksBack(text, start) : start;
  return { offset: from, length: afterLine - from, content: '' };
}

function commaIn(text: string, start: number, end: number): JsoncToken | undefined {
  return [...tokensOf(text, start, end)].find((token) => token.kind === 'comma');
}

function wrap(value: unknown, segment: string | number): unknown {
  return typeof segment === 'number' ? [value] : { [segment]: value };
}

function isLaterPlace(segment: string | number): boolean {
  return typeof segment === 'number' && segment > 0;
}

/**
 * Whether the container can hold the key: a list accepts only its next item, and an empty document
 * becomes an object.
 */
function canTake(container: Node | undefined, key: string | number): boolean {
  if (container?.type === 'array') return key === (container.children?.length ?? 0);
  return typeof key === 'string' && (!container || container.type === 'object');
}

function rootOf(text: string): Node | undefined {
  const document = parseJsonc(text);
  if (!document.ok) throw new Error('A document with errors cannot be edited.');
  return document.root;
}

function endOf(node: Node): number {
  return node.offset + node.length;
}
