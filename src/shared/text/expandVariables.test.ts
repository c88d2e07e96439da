// biome-ignore-all lint/suspicious/noTemplateCurlyInString: such references are the subject.
import { expect, it } from 'vitest';
import { expandVariables } from './expandVariables';

const variables: Readonly<Record<string, string>> = {
  A: 'one',
  EMPTY: '',
  NESTED: '${A}',
  'secret:files/KEY': 'hush',
};
const look = (name: string) => variables[name];

it.each([
  ['plain', 'plain'],
  ['${A}', 'one'],
  ['Bearer ${A}!', 'Bearer one!'],
  ['${env:A}', 'one'],
  ['${A:-two}', 'one'],
  ['${B:-two}', 'two'],
  ['${B:-}', ''],
  ['${EMPTY}', ''],
  ['${EMPTY:-two}', 'two'],
  // Not expanded again: the value is somebody else's text.
  ['${NESTED}', '${A}'],
  ['Bearer ${secret:files/KEY}', 'Bearer hush'],
  ['$A {A} ${', '$A {A} ${'],
  ['$${A}', '$one'],
])('fills in %s', (text, expected) => {
  expect(expandVariables(text, look)).toEqual({ ok: true, text: expected });
});

it.each([
  ['${B}', 'B'],
  ['${A} ${B} ${C}', 'B'],
  ['${input:token}', 'input:token'],
  ['${secret:other/KEY}', 'secret:other/KEY'],
  ['${files/KEY}', 'files/KEY'],
  ['${workspaceFolder}', 'workspaceFolder'],
  ['${a b}', 'a b'],
  ['${__proto__}', '__proto__'],
])('names what %s lacks', (text, missing) => {
  const own = (name: string) => (Object.hasOwn(variables, name) ? variables[name] : undefined);
  expect(expandVariables(text, own)).toEqual({ ok: false, missing });
});

it('is linear in a hostile text', () => {
  expect(expandVariables('${'.repeat(200_000), look).ok).toBe(true);
});
