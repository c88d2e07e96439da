import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';
import { sourceFiles } from '../layers/importGraph.mjs';
import { root } from '../setup/project.mjs';

/** Nodes whose strings nobody reads, such as module names and types. */
const silent = new Set(['ImportDeclaration', 'ExportAllDeclaration', 'TSLiteralType']);
/** JSX attributes whose values nobody reads. */
const silentAttributes = /^(className|data-.*|key|id|type|role|variant|size|d|viewBox|transform)$/;
/** The search words of a command, which may be other names for a thing. */
const KEYWORDS = 'keywords';
/** Replaces a template's values in the list. */
const VALUE = '…';

/**
 * Every string of the source that a user may read, as `{ file, line, text }`: text and attributes
 * of JSX, and other strings that look like a label or a sentence.
 */
export function visibleStrings() {
  return sourceFiles('src')
    .filter((file) => !/\.test\.|\/testing/.test(file))
    .flatMap((file) => stringsIn(file, readFileSync(join(root, file), 'utf8')));
}

export function stringsIn(file, source) {
  const found = [];
  const visit = (node) => {
    if (node === null || typeof node !== 'object') return;
    if (Array.isArray(node)) {
      for (const one of node) visit(one);
      return;
    }
    if (silent.has(node.type) || isSilent(node)) return;
    const text = textOf(node);
    if (text !== null && (node.type === 'JSXText' ? /\p{L}/u.test(text) : looksReadable(text))) {
      found.push({ file, line: lineAt(source, node.start), text });
    }
    for (const key in node) if (typeof node[key] === 'object') visit(node[key]);
  };
  visit(parseSync(file, source).program.body);
  return found;
}

function isSilent({ type, name, key }) {
  if (type === 'JSXAttribute') return silentAttributes.test(name.name);
  return type === 'Property' && key.name === KEYWORDS;
}

function textOf(node) {
  switch (node.type) {
    case 'JSXText':
      return oneLine(node.value);
    case 'Literal':
      return typeof node.value === 'string' ? oneLine(node.value) : null;
    case 'TemplateLiteral':
      return oneLine(node.quasis.map(({ value }) => value.cooked ?? value.raw).join(VALUE));
    default:
      return null;
  }
}

/**
 * Whether a string has a capital and a small letter, or several words; identifiers, paths and
 * markup are left out.
 */
function looksReadable(text) {
  if (/[{}<>]|^--|\bvar\(|^[a-z-]+:|^(SELECT|INSERT|DELETE|PRAGMA) /.test(text)) return false;
  return /^[\p{Lu}“…].*\p{Ll}/u.test(text)
    ? /^\S+$/.test(text) || / /.test(text)
    : / \S+ /.test(text);
}

function oneLine(text) {
  return text.replace(/\s+/g, ' ').trim();
}

function lineAt(source, offset) {
  let line = 1;
  for (let at = source.indexOf('\n'); at !== -1 && at < offset; at = source.indexOf('\n', at + 1)) {
    line += 1;
  }
  return line;
}

// `node scripts/words/visibleStrings.mjs` prints the list for proofreading.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { file, line, text } of visibleStrings()) console.log(`${file}:${line}\t${text}`);
}
