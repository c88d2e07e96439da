import { expect, it } from 'vitest';
import { declaredWithReferences, missingReferences, withReferences } from './references';

const own = (name: string) => `\${${name}}`;

const variables = { HOME: '/home/me', TOKEN: 'abc', ODD: own('HOME') };

it.each([
  [`${own('HOME')}/bin`, '/home/me/bin'],
  [own('TOKEN') + own('TOKEN'), 'abcabc'],
  ['$HOME and $(id)', '$HOME and $(id)'],
  [`$${own('HOME')}`, own('HOME')],
  [own('NOT_SET'), ''],
  // What a variable holds is not read again.
  [own('ODD'), own('HOME')],
])('%s', (text, expected) => {
  expect(withReferences(text, variables)).toBe(expected);
});

it('names what is missing', () => {
  expect(
    missingReferences(`${own('A')} ${own('HOME')} ${own('B')} ${own('A')} $${own('C')}`, variables),
  ).toEqual(['A', 'B']);
});

it('does so for all that the settings set', () => {
  expect(declaredWithReferences({ KEY: own('TOKEN'), PLAIN: 'x' }, variables)).toEqual({
    KEY: 'abc',
    PLAIN: 'x',
  });
});
