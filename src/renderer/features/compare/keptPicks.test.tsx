import { expect, it } from 'vitest';
import type { ChangeId, HunkId, SessionId } from '#shared/ids';
import { keepPicks, keptPicks } from './keptPicks';

const [first, second] = ['ses_aaaaaaaa', 'ses_bbbbbbbb'] as SessionId[] as [SessionId, SessionId];
const picks = [{ sessionId: first, changeId: 'c' as ChangeId, hunkIds: ['h' as HunkId] }];

it('come back for the same sessions, in whatever order, until they are cleared', () => {
  keepPicks([first, second], picks);
  expect(keptPicks([second, first])).toEqual(picks);
  expect(keptPicks([first])).toEqual([]);
  keepPicks([first, second], []);
  expect(keptPicks([first, second])).toEqual([]);
});

it('that make no sense are none', () => {
  localStorage.setItem('airlock.1.comparePicks', '[{"of":1}]');
  expect(keptPicks([first, second])).toEqual([]);
});
