import { describe, expect, it } from 'vitest';
import { commandHint, suggestCommands, suggestFile } from './suggestions';

const commands = [
  { name: 'review', description: 'Review the changes', hint: 'what to look at' },
  { name: 'help', description: 'List what I can do' },
  { name: 'release', description: 'Make a release' },
];

describe('suggestions', () => {
  it('offers all commands for an empty query, and the matching ones otherwise', () => {
    expect(suggestCommands(commands, '').map(({ id }) => id)).toEqual([
      'review',
      'help',
      'release',
    ]);
    expect(suggestCommands(commands, 'rel').map(({ id }) => id)).toEqual(['release']);
    expect(suggestCommands(commands, 'zzz')).toEqual([]);
  });

  it('splits a path into name and folder', () => {
    expect(suggestFile('src/main/app.ts')).toMatchObject({
      label: 'app.ts',
      detail: 'src/main',
      replacement: '@src/main/app.ts',
    });
    expect(suggestFile('a.ts').detail).toBe('');
  });

  it('shows a hint until something is typed after the command', () => {
    expect(commandHint(commands, '/review ')).toBe('what to look at');
    expect(commandHint(commands, '/review this')).toBeNull();
    expect(commandHint(commands, '/help')).toBeNull();
    expect(commandHint(commands, 'no')).toBeNull();
  });
});
