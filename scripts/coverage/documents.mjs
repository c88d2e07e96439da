import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('../../test/documents/', import.meta.url);

/** The rows of every wire that has a document, keyed by the wire's name. */
export function readDocuments() {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return names.map((name) => ({
    wire: name.replace(/\.json$/, ''),
    document: JSON.parse(readFileSync(new URL(name, folder), 'utf8')),
  }));
}

export function pageOf(wire) {
  return new URL(`../../docs/wires/${wire}.md`, import.meta.url);
}
