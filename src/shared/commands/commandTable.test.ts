import { expect, it } from 'vitest';
import { type AppCommandId, commandFacts, commandTable } from './commandTable';

const ids = Object.keys(commandTable) as AppCommandId[];

it('gives no shortcut to two commands', () => {
  const keys = ids.flatMap((id) => commandFacts(id).key ?? []);
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
});

it('gives no title to two commands that the palette lists', () => {
  const titles = ids.map(commandFacts).flatMap(({ title, hidden }) => (hidden ? [] : title));
  expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
});
