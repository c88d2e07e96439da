import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ok } from '#shared/errors';
import type { SessionId } from '#shared/ids';
import { UNFINISHED_CHARACTERS, UNFINISHED_TEXTS } from './limits';

const session = 'one' as SessionId;
const about = 'change';

describe('unfinished texts', () => {
  const items = new Map<string, string>();
  let removed: (event: readonly unknown[]) => void;
  beforeEach(() => {
    items.clear();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, text: string) => void items.set(key, text),
      removeItem: (key: string) => void items.delete(key),
    });
    vi.stubGlobal(
      'window',
      Object.assign(new EventTarget(), {
        airlock: {
          request: { 'app.flushStorage': async () => ok(null) },
          onEvents: (listener: (batch: string) => void) => {
            removed = (event) => listener(JSON.stringify([event]));
          },
        },
      }),
    );
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.runAllTimers();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  /** What a window that was just opened finds. */
  async function open() {
    vi.resetModules();
    const texts = await import('./unfinishedTexts');
    texts.followUnfinished();
    return texts;
  }

  it('outlive the window, until they are dropped', async () => {
    const first = await open();
    first.keepUnfinished(session, 'edit a.txt', { text: 'h', about });
    first.keepUnfinished(session, 'edit a.txt', { text: 'half', about });
    first.keepUnfinished(session, 'edit b.txt', { text: 'other', about });
    window.dispatchEvent(new Event('pagehide'));
    const second = await open();
    expect([...second.unfinishedTexts(session)]).toEqual([
      ['edit a.txt', { text: 'half', about }],
      ['edit b.txt', { text: 'other', about }],
    ]);
    second.dropUnfinished(session, 'edit a.txt');
    second.dropUnfinished(session, 'edit b.txt');
    vi.runAllTimers();
    expect([...(await open()).unfinishedTexts(session)]).toEqual([]);
    expect(items.size).toBe(0);
  });

  it('are saved while the user types', async () => {
    const { keepUnfinished } = await open();
    for (const text of ['h', 'ha', 'hal']) {
      keepUnfinished(session, 'comment', { text, about });
      vi.advanceTimersByTime(200);
    }
    expect(items.get('airlock.1.unfinished.one')).toContain('"ha');
  });

  it('go with their session', async () => {
    const { keepUnfinished, unfinishedTexts } = await open();
    keepUnfinished(session, 'comment', { text: 'half', about });
    vi.runAllTimers();
    removed(['sessions.removed', { sessionId: session }]);
    vi.runAllTimers();
    expect(unfinishedTexts(session).size).toBe(0);
    expect(items.size).toBe(0);
  });

  it('are bounded in number and length where they outlive the window, not within it', async () => {
    const { keepUnfinished, unfinishedTexts } = await open();
    const long = 'x'.repeat(UNFINISHED_CHARACTERS + 1);
    keepUnfinished(session, 'long', { text: long, about });
    for (let count = 0; count <= UNFINISHED_TEXTS; count += 1) {
      keepUnfinished(session, `edit ${count}`, { text: 'x', about });
    }
    vi.runAllTimers();
    expect(unfinishedTexts(session).get('long')?.text).toBe(long);
    const kept = (await open()).unfinishedTexts(session);
    expect(kept.size).toBe(UNFINISHED_TEXTS);
    expect(kept.has('edit 0')).toBe(false);
  });

  it.each(['{}', '[1, ["a"], ["b", {"text": 1}], [2, {"text": "", "about": ""}]]'])(
    'are none if what was stored is %s',
    async (text) => {
      items.set('airlock.1.unfinished.one', text);
      expect((await open()).unfinishedTexts(session).size).toBe(0);
    },
  );
});
