import { describe, expect, it } from 'vitest';
import type { PermissionOption } from '#shared/session/requests';
import { keyOf, meaningOf, optionFor } from './permissionOptions';

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
  it('choose by place', () => {
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

  it('end at nine', () => {
    expect(keyOf(8)).toBe('9');
    expect(keyOf(9)).toBeNull();
  });
});

it('says what an option means by its kind, whatever it is called', () => {
  expect(meaningOf('reject_once')).toEqual({ tone: 'reject', text: 'Rejects this once' });
  expect(meaningOf('other').tone).toBe('unclear');
});

it('explains the answers to the app’s own question by what the app does', () => {
  expect(meaningOf('allow_always').text).toBe('Allows this and others like it, from now on');
  expect(meaningOf('allow_always', 'app').text).toMatch(/exactly this command/);
  expect(meaningOf('allow_always', 'app').tone).toBe('allow');
});
