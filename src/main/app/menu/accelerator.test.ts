import { expect, it } from 'vitest';
import { acceleratorOf } from './accelerator';

const shown = (keys: Record<string, string | null>) => acceleratorOf('session.new', keys, false);

it('is the default shortcut, the one from the settings, or none', () => {
  expect(shown({})).toBe('CmdOrCtrl+N');
  expect(shown({ 'session.new': 'Mod+Alt+N' })).toBe('CmdOrCtrl+Alt+N');
  expect(shown({ 'session.new': null })).toBeUndefined();
});

it('is none that another command has in the settings, or that never runs', () => {
  expect(shown({ 'session.stop': 'Ctrl+N' })).toBeUndefined();
  expect(shown({ 'session.new': 'N' })).toBeUndefined();
});
