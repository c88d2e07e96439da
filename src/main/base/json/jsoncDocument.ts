import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { tokensOf } from './jsoncTokens';

/** The parser is recursive, and nobody nests settings this deep by hand. */
const DEPTH_LIMIT = 64;
/** After the first few errors, the others result from the same mistake. */
const ERROR_LIMIT = 10;

export type JsonPath = readonly (string | number)[];

/** An offset into the text, with what is wrong there. */
export interface JsoncError {
  readonly offset: number;
  readonly message: string;
}

/** JSON with comments and trailing commas. An empty text stands for an empty object. */
export type JsoncDocument =
  | { readonly ok: true; readonly root: Node | undefined; readonly value: unknown }
  | { readonly ok: false; readonly errors: readonly [JsoncError, ...JsoncError[]] };

export function parseJsonc(text: string): JsoncDocument {
  const tooDeep = findTooDeep(text);
  if (tooDeep !== undefined) {
    return { ok: false, errors: [{ offset: tooDeep, message: 'Nested too deeply' }] };
  }
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
  const [first, ...others] = errors.slice(0, ERROR_LIMIT).map(toJsoncError);
  if (first) return { ok: false, errors: [first, ...others] };
  return { ok: true, root, value: root ? toValue(root) : {} };
}

/** The effective node at the path: if a key occurs twice, the last one counts, as in JSON.parse. */
export function nodeAt(root: Node | undefined, path: JsonPath): Node | undefined {
  return path.reduce<Node | undefined>((node, segment) => {
    if (typeof segment === 'number') {
      return node?.type === 'array' ? node.children?.[segment] : undefined;
    }
    if (node?.type !== 'object') return undefined;
    const property = node.children?.findLast((child) => child.children?.[0]?.value === segment);
    return property?.children?.[1];
  }, root);
}

/** Paths of repeated keys, whose earlier values have no effect. */
export function repeatedKeys(root: Node | undefined, path: JsonPath = []): JsonPath[] {
  const children = root?.children ?? [];
  if (root?.type === 'array') {
    return children.flatMap((item, index) => repeatedKeys(item, [...path, index]));
  }
  const seen = new Set<unknown>();
  return children.flatMap((property) => {
    const [key, value] = property.children ?? [];
    const here = [...path, String(key?.value)];
    const inner = repeatedKeys(value, here);
    const isRepeated = seen.has(key?.value);
    seen.add(key?.value);
    return isRepeated ? [here, ...inner] : inner;
  });
}

/**
 * The value of a node. Unlike the parser's own function, it is safe for a key named `__proto__`.
 */
function toValue(node: Node): unknown {
  const children = node.children ?? [];
  if (node.type === 'array') return children.map(toValue);
  if (node.type !== 'object') return node.value;
  return Object.fromEntries(
    children.map((property) => {
      const [key, value] = property.children ?? [];
      return [key?.value, value && toValue(value)];
    }),
  );
}

function toJsoncError({ error, offset }: ParseError): JsoncError {
  const words = printParseErrorCode(error)
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase();
  return { offset, message: words.charAt(0).toUpperCase() + words.slice(1) };
}

function findTooDeep(text: string): number | undefined {
  let depth = 0;
  for (const token of tokensOf(text)) {
    if (token.kind === 'open') depth++;
    if (token.kind === 'close') depth--;
    if (depth > DEPTH_LIMIT) return token.offset;
  }
  return undefined;
}
