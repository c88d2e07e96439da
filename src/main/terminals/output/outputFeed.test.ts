import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  FEED_CHARACTERS,
  FEED_KEPT_CHARACTERS,
  FEED_MILLISECONDS,
  FEED_TERMINALS,
} from '#main/terminals/limits';
import type { SessionId, TerminalId } from '#shared/ids';
import { type FeedNews, OutputFeed } from './outputFeed';

const session = 'ses_feed000001' as SessionId;
const terminal = 'term_1' as TerminalId;

describe('OutputFeed', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function createFeed() {
    const feed = new OutputFeed();
    const news: FeedNews[] = [];
    feed.onDidFeed((item) => news.push(item));
    onTestFinished(() => feed.dispose());
    return { feed, news };
  }

  it('joins output within a tick and gives its offset', () => {
    const { feed, news } = createFeed();
    feed.push(session, terminal, 'one ');
    feed.push(session, terminal, 'two ');
    expect(news).toEqual([]);
    vi.advanceTimersByTime(FEED_MILLISECONDS);
    feed.push(session, terminal, 'three');
    vi.advanceTimersByTime(FEED_MILLISECONDS);
    expect(news.map(({ data, offset }) => [offset, data])).toEqual([
      [0, 'one two '],
      [8, 'three'],
    ]);
  });

  it('drops output that is too fast to read, and the offset shows it', () => {
    const { feed, news } = createFeed();
    feed.push(session, terminal, 'x'.repeat(10 * FEED_CHARACTERS));
    feed.push(session, terminal, 'end');
    vi.advanceTimersByTime(FEED_MILLISECONDS);
    const [only] = news;
    expect(news).toHaveLength(1);
    expect(only?.data.length).toBeLessThanOrEqual(FEED_KEPT_CHARACTERS);
    expect(only?.data.endsWith('xend')).toBe(true);
    expect((only?.offset ?? 0) + (only?.data.length ?? 0)).toBe(10 * FEED_CHARACTERS + 3);
  });

  it('shares its capacity between terminals', () => {
    const { feed, news } = createFeed();
    for (let index = 0; index < 32; index++) {
      feed.push(session, `term_${index}` as TerminalId, 'x'.repeat(FEED_CHARACTERS));
    }
    vi.advanceTimersByTime(FEED_MILLISECONDS);
    const total = news.reduce((sum, { data }) => sum + data.length, 0);
    expect(news).toHaveLength(32);
    expect(total).toBeLessThanOrEqual(FEED_CHARACTERS);
  });

  it('gives a late listener the earlier output, and the same offset in the stream', () => {
    const { feed } = createFeed();
    feed.push(session, terminal, 'abc');
    expect(feed.output(session, terminal)).toEqual({ data: 'abc', offset: 0 });
    feed.push(session, terminal, 'x'.repeat(3 * FEED_KEPT_CHARACTERS));
    const { data, offset } = feed.output(session, terminal);
    expect(data).toHaveLength(FEED_KEPT_CHARACTERS);
    expect(offset + data.length).toBe(3 + 3 * FEED_KEPT_CHARACTERS);
  });

  it('keeps the newest terminals only, and none of a deleted session', () => {
    const { feed } = createFeed();
    for (let index = 0; index <= FEED_TERMINALS; index++) {
      feed.push(session, `term_${index}` as TerminalId, 'text');
      vi.advanceTimersByTime(FEED_MILLISECONDS);
    }
    expect(feed.output(session, 'term_0' as TerminalId).data).toBe('');
    expect(feed.output(session, 'term_1' as TerminalId).data).toBe('text');
    feed.forget(session);
    expect(feed.output(session, 'term_1' as TerminalId).data).toBe('');
  });

  it('never cuts a character in two', () => {
    const { feed } = createFeed();
    feed.push(session, terminal, `${'x'.repeat(7)}${'🚀'.repeat(FEED_KEPT_CHARACTERS)}`);
    expect(feed.output(session, terminal).data.isWellFormed()).toBe(true);
  });
});
