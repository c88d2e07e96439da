import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SessionId } from '#shared/ids';
import { type AppEvent, EVENT_CHANNEL } from '#shared/ipc/contract';
import type { Envelope } from '#shared/session/events';
import { said } from '#test/support/sessionEvents';
import { Broadcast, type EventTarget, UNTAKEN_CHARACTERS } from './broadcast';

function createTarget(id: number) {
  const sent: unknown[][] = [];
  let destroyed = false;
  const target: EventTarget = {
    id,
    isDestroyed: () => destroyed,
    send: (channel, batch) => sent.push([channel, JSON.parse(batch)]),
  };
  return { target, sent, destroy: () => (destroyed = true) };
}

describe('Broadcast', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('sends one batch per frame to every window, in order', () => {
    using broadcast = new Broadcast();
    const first = createTarget(1);
    const second = createTarget(2);
    using _first = broadcast.attach(first.target);
    using _second = broadcast.attach(second.target);
    broadcast.send('app.command', { name: 'newSession' });
    broadcast.send('app.command', { name: 'showSettings' });
    expect(first.sent).toEqual([]);
    vi.advanceTimersByTime(16);
    const batch = [
      ['app.command', { name: 'newSession' }],
      ['app.command', { name: 'showSettings' }],
    ];
    expect(first.sent).toEqual([[EVENT_CHANNEL, batch]]);
    expect(second.sent).toEqual(first.sent);
  });

  it('skips closed windows, and sends nothing when there is nothing to send', () => {
    using broadcast = new Broadcast();
    const gone = createTarget(1);
    const detached = createTarget(2);
    using _gone = broadcast.attach(gone.target);
    broadcast.attach(detached.target).dispose();
    gone.destroy();
    broadcast.send('app.command', { name: 'newSession' });
    vi.advanceTimersByTime(16);
    expect([gone.sent, detached.sent]).toEqual([[], []]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('limits what it sends to a hanging window, and sends the newest once it responds', () => {
    using broadcast = new Broadcast();
    const { target, sent } = createTarget(1);
    using _window = broadcast.attach(target);
    const sessionId = 'ses_1' as SessionId;
    const text = 'x'.repeat(64 * 1024);
    const append = (seq: number) => {
      const event = { ...said(text), v: 1, seq, at: 0 } as Envelope;
      broadcast.send('session.appended', { sessionId, events: [event] });
      vi.advanceTimersByTime(16);
    };
    const seqs = () =>
      sent.flatMap(([, batch]) =>
        (batch as AppEvent[]).flatMap(([name, payload]) =>
          name === 'session.appended' ? payload.events.map(({ seq }) => seq) : [],
        ),
      );
    for (let seq = 1; seq <= 1_000; seq++) append(seq);
    broadcast.send('app.command', { name: 'newSession' });
    broadcast.send('app.command', { name: 'newSession' });
    vi.advanceTimersByTime(16);
    const held = seqs();
    expect(held.length).toBeLessThan(UNTAKEN_CHARACTERS / text.length + 2);
    broadcast.taken(1, UNTAKEN_CHARACTERS);
    vi.advanceTimersByTime(16);
    // By the gap in the numbers the window knows that it has to ask for the session again.
    expect(seqs()).toEqual([...held, 1_000]);
    expect(sent.at(-1)?.[1]).toHaveLength(3);
  });

  it('sends everything to a window that responds', () => {
    using broadcast = new Broadcast();
    const { target, sent } = createTarget(1);
    using _window = broadcast.attach({
      ...target,
      send: (channel, batch) => {
        target.send(channel, batch);
        broadcast.taken(1, batch.length);
      },
    });
    const folder = 'x'.repeat(1024 * 1024);
    for (let count = 0; count < 20; count++) {
      broadcast.send('app.command', { name: 'openFolder', folder });
      vi.advanceTimersByTime(16);
    }
    expect(sent).toHaveLength(20);
  });

  it('splits a large frame into several messages', () => {
    using broadcast = new Broadcast();
    const { target, sent } = createTarget(1);
    using _window = broadcast.attach(target);
    const folder = 'x'.repeat(UNTAKEN_CHARACTERS / 16);
    for (let count = 0; count < 20; count++) {
      broadcast.send('app.command', { name: 'openFolder', folder });
    }
    vi.advanceTimersByTime(16);
    expect(sent.map(([, batch]) => (batch as AppEvent[]).length)).toEqual([4, 4, 4, 4]);
    broadcast.taken(1, 2 * folder.length);
    vi.advanceTimersByTime(16);
    expect(sent.flatMap(([, batch]) => batch)).toHaveLength(20);
  });
});
