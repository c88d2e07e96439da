import { writeFileSync } from 'node:fs';
import { surface } from './coverage/acpSurface.mjs';
import { coverageTable } from './coverage/coverageTable.mjs';
import { readTags } from './coverage/testTags.mjs';

/** Writes docs/acp-coverage.md from the tags of the host's tests. */
const tests = new URL('../test/integration/host', import.meta.url);
const document = new URL('../docs/acp-coverage.md', import.meta.url);
const { text, unproved, unknown } = coverageTable(surface, readTags(tests));
for (const name of unknown) console.error(`No such thing in the protocol: ${name}`);
for (const name of unproved) console.error(`Not proved by any test: ${name}`);
writeFileSync(document, text);
process.exitCode = unknown.length > 0 ? 1 : 0;
