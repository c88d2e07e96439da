import { describe, expect, it } from 'vitest';
import type { CommandId } from './commandTable';
import { type BoundCommand, chordInForce, chordOf, commandFor } from './keyBindings';
import type { KeyPress } from './keyChord';

const command = (id: CommandId, key?: string): BoundCommand => ({
  id,
  ...(key !== undefined && { key }),
});

const newSession = command('session.new', 'Mod+N');
const sidebar = command('sidebar.toggle', 'Mod+B');
const bare = command('logs.open');
const all = [newSession, sidebar, bare];

const control = (letter: string): KeyPress => ({
  key: letter,
  code: `Key${letter.toUpperCase()}`,
  ctrlKey: true,
  altKey: false,
  shiftKey: false,
  metaKey: false,
});

const found = (letter: string, overrides: Record<string, string | null> = {}) =>
  commandFor(control(letter), all, overrides, false)?.id;

describe('chordOf', () => {
  it('is the default, the one from the settings, or none', () => {
    expect(chordOf(newSession, {}, false)?.key).toBe('n');
    expect(chordOf(newSession, { 'session.new': 'Mod+J' }, false)?.key).toBe('j');
    expect(chordOf(newSession, { 'session.new': null }, false)).toBeUndefined();
    expect(chordOf(newSession, { 'session.new': 'nonsense' }, false)).toBeUndefined();
    expect(chordOf(bare, {}, false)).toBeUndefined();
  });
});

describe('chordInForce', () => {
  const inForce = (overrides: Record<string, string | null>) =>
    all
      .filter((command) => chordInForce(command, all, overrides, false) !== undefined)
      .map(({ id }) => id);

  it('is not a chord that another command has in the settings', () => {
    expect(inForce({})).toEqual(['session.new', 'sidebar.toggle']);
    expect(inForce({ 'logs.open': 'Ctrl+N' })).toEqual(['sidebar.toggle', 'logs.open']);
    expect(inForce({ 'logs.open': 'Mod+N', 'sidebar.toggle': 'Mod+N' })).toEqual([
      'sidebar.toggle',
    ]);
  });

  it('is not a chord that types text', () => {
    expect(inForce({ 'session.new': 'N' })).toEqual(['sidebar.toggle']);
  });
});

describe('commandFor', () => {
  it('finds the command of a chord', () => {
    expect(found('n')).toBe('session.new');
    expect(found('x')).toBeUndefined();
  });

  it('follows the settings', () => {
    expect(found('j', { 'logs.open': 'Mod+J' })).toBe('logs.open');
    expect(found('n', { 'session.new': 'Mod+J' })).toBeUndefined();
  });

  it('prefers a chord from the settings over a default one', () => {
    expect(found('n', { 'logs.open': 'Mod+N' })).toBe('logs.open');
  });

  it('never treats plain typing as a command', () => {
    const typed = { ...control('n'), ctrlKey: false };
    expect(commandFor(typed, all, { 'session.new': 'N' }, false)).toBeUndefined();
  });
});
