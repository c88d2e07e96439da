import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pageOf, readDocuments } from './documents.mjs';
import { wireTable } from './wireTable.mjs';

describe.each(readDocuments())('docs/wires: $wire', ({ wire, document }) => {
  it('matches the rows that are tested; `node scripts/wireCoverage.mjs` regenerates it', () => {
    expect(readFileSync(pageOf(wire), 'utf8')).toBe(wireTable(wire, document));
  });

  it('names each message and field once, and says what becomes of it', () => {
    const names = document.rows.map(({ message, field = '' }) => `${message} ${field}`);
    expect(new Set(names).size).toBe(names.length);
    for (const { how } of document.rows) {
      expect(['shown', 'used', 'sent', 'answered', 'impossible']).toContain(how);
    }
  });
});
