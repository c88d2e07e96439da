import { mkdirSync, writeFileSync } from 'node:fs';
import { pageOf, readDocuments } from './coverage/documents.mjs';
import { wireTable } from './coverage/wireTable.mjs';

/** Writes docs/wires from what the tests of the wires' documents prove. */
mkdirSync(new URL('../docs/wires', import.meta.url), { recursive: true });
for (const { wire, document } of readDocuments()) {
  writeFileSync(pageOf(wire), wireTable(wire, document));
}
