import { describe, expect, it, vi } from 'vitest';
import type { AppEvent } from '#shared/ipc/contract';
import { EventDispatcher } from './client';

const batch = (...events: readonly AppEvent[]) => JSON.stringify(events);

describe('EventDispatcher', () => {
  it('passes events to the listeners of their name, in order', () => {
    const dispatcher = new EventDispatcher(vi.fn());
    const seen: string[] = [];
    dispatcher.on('app.command', (command) => seen.push(command.name));
    dispatcher.dispatch(
      batch(['app.command', { name: 'newSession' }], ['app.command', { name: 'showSettings' }]),
    );
    expect(seen).toEqual(['newSession', 'showSettings']);
  });

  it('stops once a listener is removed', () => {
    const dispatcher = new EventDispatcher(vi.fn());
    const listener = vi.fn();
    dispatcher.on('app.command', listener)();
    dispatcher.dispatch(batch(['app.command', { name: 'newSession' }]));
    expect(listener).not.toHaveBeenCalled();
  });

  it('reports a listener that throws and continues', () => {
    const onFailure = vi.fn();
    const dispatcher = new EventDispatcher(onFailure);
    const after = vi.fn();
    dispatcher.on('app.command', () => {
      throw new Error('broken');
    });
    dispatcher.on('app.command', after);
    dispatcher.dispatch(batch(['app.command', { name: 'newSession' }]));
    expect(onFailure).toHaveBeenCalledWith(new Error('broken'));
    expect(after).toHaveBeenCalledOnce();
  });
});
