import { describe, expect, it } from 'vitest';
import type { PermissionOption } from '#shared/session/request/requests';
import { isSaidByName, meaningOf, optionFor, optionKey } from './permissionOptions';

const options: readonly PermissionOption[] = [
  { id: 'yes', name: 'Yes', kind: 'allow_once' },
  { id: 'no', name: 'Allow everything', kind: 'reject_once' },
];

const press = (key: string, held: object = {}) => ({
  key,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  repeat: false,
  ...held,
});

describe('keys of a permission request', () => {
  it('choose by position', () => {
    expect(optionFor(press('1'), options)?.id).toBe('yes');
    expect(optionFor(press('2'), options)?.id).toBe('no');
    expect(optionFor(press('3'), options)).toBeUndefined();
    expect(optionFor(press('0'), options)).toBeUndefined();
    expect(optionFor(press('Enter'), options)).toBeUndefined();
  });

  it('choose nothing with a modifier or while held down', () => {
    for (const held of [{ ctrlKey: true }, { altKey: true }, { metaKey: true }, { repeat: true }]) {
      expect(optionFor(press('1', held), options)).toBeUndefined();
    }
  });

  it('stop at nine', () => {
    expect(optionKey(8)).toBe('9');
    expect(optionKey(9)).toBeNull();
  });
});

it('explains an option by its kind, whatever its name', () => {
  expect(meaningOf('reject_once')).toMatchObject({ tone: 'reject', text: 'Rejects this once' });
  expect(meaningOf('other').tone).toBe('unclear');
});

it('explains the answers to the app’s own question by their effect', () => {
  expect(meaningOf('allow_always').text).toBe('Allows this and others like it, from now on');
  expect(meaningOf('allow_always', 'app').text).toMatch(/exactly this command/);
  expect(meaningOf('allow_always', 'app').tone).toBe('allow');
});

it.each([
  ['Allow', 'allow_once', true],
  ['Yes', 'allow_once', true],
  ['Always allow', 'allow_always', true],
  ['Yes, and don’t ask again for npm', 'allow_always', true],
  ['No, and tell the agent what to do differently', 'reject_once', true],
  ['Always reject', 'reject_always', true],
  ['Allow', 'reject_once', false],
  ['Reject', 'allow_once', false],
  ['Allow', 'allow_always', false],
  ['Always allow', 'allow_once', false],
  ['Do not allow', 'allow_once', false],
  ['Fine', 'allow_once', false],
  ['', 'reject_always', false],
  ['Allow', 'other', false],
] as const)('finds out whether the name “%s” says what %s does: %s', (name, kind, isSaid) => {
  expect(isSaidByName({ id: 'a', name, kind })).toBe(isSaid);
});
