import { describe, expect, it } from 'vitest';
import type { CommandGroup } from '#shared/commands/commandTable';
import type { Command } from '#window/commands/command';
import { rankCommands } from './rankCommands';

const command = (title: string, group: CommandGroup, keywords = ''): Command => ({
  id: `run.package.json.${title}`,
  title,
  group,
  keywords,
  run: () => undefined,
});

const all = [
  command('New session', 'Sessions', 'agent start'),
  command('Open settings', 'App', 'preferences'),
  command('Use dark theme', 'View'),
];

const titles = (query: string) =>
  rankCommands(query, all).flatMap((group) => group.items.map((item) => item.command.title));

describe('rankCommands', () => {
  it('groups everything when the query is empty', () => {
    expect(rankCommands('', all).map((group) => group.label)).toEqual(['Sessions', 'App', 'View']);
  });

  it('puts the best match first and leaves out what does not match', () => {
    expect(titles('set')[0]).toBe('Open settings');
    expect(titles('zzz')).toEqual([]);
  });

  it('finds commands by their keywords, after those found by title', () => {
    expect(titles('preferences')).toEqual(['Open settings']);
    expect(titles('agent')).toEqual(['New session']);
  });

  it('marks which letters of the title matched', () => {
    expect(rankCommands('dark', all)[0]?.items[0]?.positions).toEqual([4, 5, 6, 7]);
  });
});
