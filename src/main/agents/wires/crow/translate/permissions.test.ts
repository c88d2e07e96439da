import { expect, test } from 'vitest';
import { permissionFromWire } from './permissions';

function kindOf(id: string, title: string): string | undefined {
  const ask = permissionFromWire({ permission_options: [{ id, title }] });
  return typeof ask === 'string' ? ask : ask.options[0]?.kind;
}

test.each([
  ['allow', 'Allow', 'allow_once'],
  ['1', 'Yes', 'allow_once'],
  ['allow_always', 'Always allow', 'allow_always'],
  ['2', 'Yes, and don’t ask again', 'allow_always'],
  ['3', 'Allow and never ask again', 'allow_always'],
  ['reject', 'Reject', 'reject_once'],
  ['4', 'No, and tell the agent what to do', 'reject_once'],
  ['5', 'Do not allow', 'reject_once'],
  ['6', "Don't allow", 'reject_once'],
  ['7', 'Never allow', 'reject_always'],
  ['do_not_allow', 'Stop here', 'reject_once'],
  ['8', 'Perhaps', 'other'],
])('%s “%s” is of the kind %s', (id, title, kind) => {
  expect(kindOf(id, title)).toBe(kind);
});

test.each([
  ['allow', 'No'],
  ['reject', 'Allow'],
  ['allow', 'Deny'],
  ['allow', 'Allow, no sandbox'],
  ['1', 'Yes or no'],
])('%s “%s”, which says both, is of no kind that a rule could choose', (id, title) => {
  expect(kindOf(id, title)).toBe('other');
});
