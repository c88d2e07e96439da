import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EVENT_CHANNEL } from '#shared/ipc/contract';
import { Broadcast, type EventTarget } from './broadcast';

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

  it('leaves out windows that are gone, and is quiet when there is nothing to say', () => {
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
});
