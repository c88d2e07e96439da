import { describe, expect, it } from 'vitest';
import type { SessionId } from '#shared/ids';
import { HISTORY_CHARACTERS, HISTORY_ENTRIES } from '#window/features/composer/limits';
import { type HistoryEntry, historyFor, leavesPrompt, remember, stepHistory } from './history';

const one = 'ses_one' as SessionId;
const two = 'ses_two' as SessionId;

const entry = (text: string, sessionId = one, project = '/p'): HistoryEntry => ({
  text,
  sessionId,
  project,
});

describe('the history of prompts', () => {
  it('moves a repeated prompt to the end', () => {
    const entries = ['a', 'b', 'a'].reduce<readonly HistoryEntry[]>(
      (before, text) => remember(before, entry(text)),
      [],
    );
    expect(entries.map(({ text }) => text)).toEqual(['b', 'a']);
  });

  it('stores neither blank nor pasted texts, and limits their number', () => {
    expect(remember([], entry(' \n'))).toEqual([]);
    expect(remember([], entry('x'.repeat(HISTORY_CHARACTERS + 1)))).toEqual([]);
    const many = Array.from({ length: HISTORY_ENTRIES + 5 }, (_, index) => entry(`p${index}`));
    expect(many.reduce<readonly HistoryEntry[]>(remember, [])).toHaveLength(HISTORY_ENTRIES);
  });

  it("offers the session's own prompts first, then its project's, each once", () => {
    const entries = [
      entry('a', two),
      entry('b'),
      entry('c', two),
      entry('b', two),
      entry('x', two, '/q'),
    ];
    expect(historyFor(entries, one, '/p')).toEqual(['b', 'c', 'a']);
  });
});

describe('browsing the history', () => {
  const history = ['new', 'old'];

  it('goes up to the oldest prompt and back to the draft', () => {
    const first = stepHistory(history, null, 'draft', 'up');
    expect(first).toEqual({ walk: { index: 0, draft: 'draft' }, text: 'new' });
    const second = stepHistory(history, first?.walk ?? null, 'new', 'up');
    expect(second?.text).toBe('old');
    expect(stepHistory(history, second?.walk ?? null, 'old', 'up')).toBeNull();
    expect(stepHistory(history, first?.walk ?? null, 'new', 'down')).toEqual({
      walk: null,
      text: 'draft',
    });
    expect(stepHistory(history, null, 'draft', 'down')).toBeNull();
  });

  it('starts at the edge of the text, and continues while nothing was changed', () => {
    const field = (text: string, caret: number) => ({ text, start: caret, end: caret });
    const walk = { index: 0, draft: '' };
    expect(leavesPrompt('up', field('text', 2), null, history)).toBe(false);
    expect(leavesPrompt('up', field('text', 0), null, history)).toBe(true);
    expect(leavesPrompt('up', field('new', 3), walk, history)).toBe(true);
    expect(leavesPrompt('up', field('newer', 5), walk, history)).toBe(false);
    expect(leavesPrompt('down', field('new', 3), walk, history)).toBe(true);
    expect(leavesPrompt('down', field('', 0), null, history)).toBe(false);
    expect(leavesPrompt('up', { text: 'ab', start: 0, end: 2 }, null, history)).toBe(false);
  });
});
