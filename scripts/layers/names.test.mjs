import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../setup/project.mjs';
import { sourceFiles } from './importGraph.mjs';

/**
 * Matches the text, because the formatter writes every export in this way and parsing all files
 * takes seconds.
 */
const exported = /^export (?:declare )?(?:abstract )?(class|interface|type|enum|function) (\w+)/gm;

/** The names of the types, classes and components that a source file exports. */
function exportedNouns(source) {
  return [...source.matchAll(exported)]
    .filter(([, kind, name]) => kind !== 'function' || /^[A-Z]/.test(name))
    .map(([, , name]) => name);
}

it('the name of a type, a class or a component is unique in the program', () => {
  const homes = new Map();
  for (const file of sourceFiles('src').filter((path) => !/\.test\.tsx?$/.test(path))) {
    for (const name of exportedNouns(readFileSync(join(root, file), 'utf8'))) {
      homes.set(name, new Set(homes.get(name)).add(file));
    }
  }
  expect(homes.size).toBeGreaterThan(1_000);
  const shared = [...homes].filter(([, places]) => places.size > 1);
  expect(shared.map(([name, places]) => `${name}: ${[...places].join(', ')}`)).toEqual([]);
});
