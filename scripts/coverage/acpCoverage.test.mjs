import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { surface } from './acpSurface.mjs';
import { coverageTable } from './coverageTable.mjs';
import { readTags, tagsIn } from './testTags.mjs';

const tests = readTags(new URL('../../test/integration/host', import.meta.url));
const { text, unproved, unknown } = coverageTable(surface, tests);

const protocol = [
  'Requests and notifications to the agent',
  'Requests and notifications from the agent',
  'Kinds of session/update',
];

function schema(name) {
  const path = `../../node_modules/@agentclientprotocol/sdk/schema/v1/${name}.json`;
  return JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')).$defs;
}

function methodsOf(definitions) {
  const methods = Object.values(definitions).map((definition) => definition['x-method']);
  return new Set(methods.filter((method) => method !== undefined));
}

function updatesOf({ SessionUpdate }) {
  return SessionUpdate.oneOf.map(({ properties }) => properties.sessionUpdate.const);
}

/** The names in some sections, without the suffix that tells two directions of one method apart. */
function listed(...headings) {
  const names = headings.flatMap((heading) => surface[heading].map(({ name }) => name));
  return new Set(names.map((name) => name.replace(/ \((?:to|from) the agent\)$/, '')));
}

describe('docs/acp-coverage.md', () => {
  it('matches the tests; `node scripts/acpCoverage.mjs` regenerates it', () => {
    const document = new URL('../../docs/acp-coverage.md', import.meta.url);
    expect(readFileSync(document, 'utf8')).toBe(text);
  });

  it('has a test for every row, and a row for every tag', () => {
    expect(unproved).toEqual([]);
    expect(unknown).toEqual([]);
  });

  it('lists every method and every update of the protocol', () => {
    const definitions = schema('schema.unstable');
    const [toAgent, fromAgent, updates] = protocol;
    expect(listed(toAgent, fromAgent)).toEqual(methodsOf(definitions));
    expect(listed(updates)).toEqual(new Set(updatesOf(definitions)));
  });

  it('marks the stable methods as stable', () => {
    const definitions = schema('schema');
    const stable = new Set([...methodsOf(definitions), ...updatesOf(definitions)]);
    for (const { name, status } of protocol.flatMap((heading) => surface[heading])) {
      const plain = name.replace(/ \((?:to|from) the agent\)$/, '');
      expect([name, status]).toEqual([name, stable.has(plain) ? 'stable' : 'unstable']);
    }
  });
});

describe('tags in titles', () => {
  it('are found in tests of all shapes, and nowhere else', () => {
    const source = `
      it('stands alone [plan]', () => undefined);
      describe('an agent', () => {
      it('does one thing [plan, session/new]', async () => { expect([1]).toEqual([1]); });
      it('does another', () => undefined);
      it.each([['a', 1], ['b', 2]])('%s is [notice]', (name) => undefined);
      it.each<[string, number]>([
        ['x (y)', 1],
      ])(
        'over lines [usage_update]',
        () => undefined,
      );
    `;
    expect(tagsIn(source, 'a.test.ts')).toEqual([
      { file: 'a.test.ts', title: 'stands alone', tags: ['plan'] },
      { file: 'a.test.ts', title: 'an agent: does one thing', tags: ['plan', 'session/new'] },
      { file: 'a.test.ts', title: 'an agent: … is', tags: ['notice'] },
      { file: 'a.test.ts', title: 'an agent: over lines', tags: ['usage_update'] },
    ]);
  });
});
