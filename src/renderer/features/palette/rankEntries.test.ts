import { describe, expect, it } from 'vitest';
import type { PaletteEntry } from './paletteEntries';
import { inGroups, rankEntries, withFiles } from './rankEntries';

const entry = (title: string, group: string, keywords = ''): PaletteEntry => ({
  key: title,
  title,
  detail: '',
  group,
  keywords: `${group} ${keywords}`,
  run: () => undefined,
});

const all = [
  entry('New session', 'Sessions', 'agent start'),
  entry('Open settings', 'App', 'preferences'),
  entry('Use dark theme', 'View'),
];

const titles = (query: string) =>
  rankEntries(query, all).flatMap((group) => group.items.map((item) => item.entry.title));

describe('the palette’s order', () => {
  it('has everything in groups while nothing is typed', () => {
    expect(inGroups(all).map((group) => group.label)).toEqual(['Sessions', 'App', 'View']);
  });

  it('puts the best match first and leaves out what does not match', () => {
    expect(titles('set')[0]).toBe('Open settings');
    expect(titles('zzz')).toEqual([]);
  });

  it('finds entries by their keywords, after those found by title', () => {
    expect(titles('preferences')).toEqual(['Open settings']);
    expect(titles('agent')).toEqual(['New session']);
  });

  it('keeps the order of entries that fit equally well, such as a command and a session of its name', () => {
    const same = [entry('Stop', 'Session'), entry('Stop', 'Go to session')];
    const [group] = rankEntries('stop', same);
    expect(group?.items.map((item) => item.entry.group)).toEqual(['Session', 'Go to session']);
  });

  it('shows files after the best results, and the rest below them', () => {
    const items = Array.from({ length: 8 }, (_, index) => ({
      entry: entry(`Open ${index}`, 'App'),
      positions: [],
    }));
    const files = [{ label: 'Files', items: items.slice(0, 1) }];
    const shape = (groups: ReturnType<typeof withFiles>) =>
      groups.map((group) => `${group.label} ${group.items.length}`);
    expect(shape(withFiles([{ label: '', items }], files))).toEqual([
      ' 6',
      'Files 1',
      'More results 2',
    ]);
    expect(shape(withFiles([], files))).toEqual(['Files 1']);
    expect(shape(withFiles([{ label: '', items }], []))).toEqual([' 8']);
  });

  it('marks which letters of the title matched', () => {
    expect(rankEntries('dark', all)[0]?.items[0]?.positions).toEqual([4, 5, 6, 7]);
  });
});
