import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path) => readFileSync(`${root}/${path}`, 'utf8');

/** Each invariant's number, the files that ensure it, and the tests that prove it. */
const invariants = read('docs/architecture.md')
  .split(/^- (?=\*\*I\d)/m)
  .slice(1)
  .map((text) => {
    const [held = '', shown = ''] = text.split(/,\s+shown\s+by\s/);
    const from = held.lastIndexOf('Held by');
    return {
      name: /I\d+/.exec(text)[0],
      holders: pathsIn(held.slice(from)),
      tests: pathsIn(shown),
    };
  });

function pathsIn(text) {
  return [...text.matchAll(/`([\w./-]+\.ts)`/g)].map(([, path]) => path);
}

const cites = (path, name) => new RegExp(`\\b${name}\\b`).test(read(path));

describe('the invariants of docs/architecture.md', () => {
  it('are numbered without a gap', () => {
    expect(invariants.map(({ name }) => name)).toEqual(
      invariants.map((_, index) => `I${index + 1}`),
    );
  });

  it.each(invariants)(
    '$name is cited by the code that implements it, and by a test',
    (invariant) => {
      const { name, holders, tests } = invariant;
      expect(holders).not.toEqual([]);
      expect(tests).not.toEqual([]);
      for (const path of [...holders, ...tests])
        expect([path, cites(path, name)]).toEqual([path, true]);
    },
  );

  it('are the only ones that the code refers to', () => {
    const known = new Set(invariants.map(({ name }) => name));
    const sources = readdirSync(`${root}/src`, { recursive: true, encoding: 'utf8' });
    const cited = sources
      .filter((path) => /\.tsx?$/.test(path))
      .flatMap((path) => [...read(`src/${path}`).matchAll(/[*/] .*\b(I\d{1,2})\b/g)])
      .map(([, name]) => name);
    expect(cited.filter((name) => !known.has(name))).toEqual([]);
  });
});
