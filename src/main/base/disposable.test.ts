import { once } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import {
  DisposableMap,
  DisposableOwner,
  DisposableStore,
  disposeAll,
  MutableDisposable,
  toDisposable,
} from './disposable';

function failing(message: string) {
  return {
    dispose: vi.fn(() => {
      throw new Error(message);
    }),
  };
}

describe('toDisposable', () => {
  it('releases once', () => {
    const release = vi.fn();
    const disposable = toDisposable(release);
    disposable.dispose();
    disposable[Symbol.dispose]();
    expect(release).toHaveBeenCalledTimes(1);
  });
});

describe('disposeAll', () => {
  it('disposes the rest after one throws and reports every error', () => {
    const last = { dispose: vi.fn() };
    const run = () => disposeAll([failing('first'), failing('second'), last]);
    expect(run).toThrowError(AggregateError);
    expect(last.dispose).toHaveBeenCalledTimes(1);
    try {
      run();
    } catch (error) {
      const { errors } = error as AggregateError;
      expect(errors.map((each: Error) => each.message)).toEqual(['first', 'second']);
    }
  });
});

describe('DisposableStore', () => {
  it('disposes newest first', () => {
    const order: string[] = [];
    const store = new DisposableStore();
    store.add(toDisposable(() => order.push('first')));
    store.add(toDisposable(() => order.push('second')));
    store.dispose();
    store.dispose();
    expect(order).toEqual(['second', 'first']);
    expect(store.isDisposed).toBe(true);
  });

  it('is usable after clear', () => {
    const store = new DisposableStore();
    const early = store.add({ dispose: vi.fn() });
    store.clear();
    expect(early.dispose).toHaveBeenCalledTimes(1);
    const late = store.add({ dispose: vi.fn() });
    expect(store.size).toBe(1);
    store.dispose();
    expect(early.dispose).toHaveBeenCalledTimes(1);
    expect(late.dispose).toHaveBeenCalledTimes(1);
  });

  it('disposes an item ahead of the rest', () => {
    const store = new DisposableStore();
    const item = store.add({ dispose: vi.fn() });
    store.delete(item);
    store.delete(item);
    store.dispose();
    expect(item.dispose).toHaveBeenCalledTimes(1);
  });

  it('never disposes what it does not own', () => {
    const store = new DisposableStore();
    const stranger = { dispose: vi.fn() };
    store.delete(stranger);
    store.dispose();
    expect(stranger.dispose).not.toHaveBeenCalled();
  });

  it('disposes what is added after dispose, and warns', async () => {
    const store = new DisposableStore();
    store.dispose();
    const warned = once(process, 'warning');
    const late = store.add({ dispose: vi.fn() });
    expect(late.dispose).toHaveBeenCalledTimes(1);
    expect(store.size).toBe(0);
    const [warning] = await warned;
    expect(warning).toMatchObject({
      name: 'DisposedOwnerWarning',
      message: 'DisposableStore was disposed before it was given an item.',
    });
  });

  it('disposes every item even if one throws', () => {
    const store = new DisposableStore();
    const item = store.add({ dispose: vi.fn() });
    store.add(failing('broken'));
    expect(() => store.dispose()).toThrowError(AggregateError);
    expect(item.dispose).toHaveBeenCalledTimes(1);
    expect(store.size).toBe(0);
  });
});

describe('MutableDisposable', () => {
  it('disposes the value that it replaces', () => {
    const slot = new MutableDisposable<{ dispose(): void }>();
    const first = { dispose: vi.fn() };
    const second = { dispose: vi.fn() };
    slot.value = first;
    slot.value = first;
    expect(first.dispose).not.toHaveBeenCalled();
    slot.value = second;
    expect(first.dispose).toHaveBeenCalledTimes(1);
    expect(slot.value).toBe(second);
    slot.dispose();
    expect(second.dispose).toHaveBeenCalledTimes(1);
    expect(slot.value).toBeUndefined();
  });

  it('owns the new value even if the old one throws', () => {
    const slot = new MutableDisposable<{ dispose(): void }>();
    const second = { dispose: vi.fn() };
    slot.value = failing('broken');
    expect(() => {
      slot.value = second;
    }).toThrowError('broken');
    slot.dispose();
    expect(second.dispose).toHaveBeenCalledTimes(1);
  });

  it('disposes a value that is set after dispose', async () => {
    const slot = new MutableDisposable<{ dispose(): void }>();
    slot.dispose();
    const warned = once(process, 'warning');
    const late = { dispose: vi.fn() };
    slot.value = late;
    await warned;
    expect(late.dispose).toHaveBeenCalledTimes(1);
    expect(slot.value).toBeUndefined();
  });
});

describe('DisposableMap', () => {
  it('disposes replaced, deleted and remaining values, but not taken ones', () => {
    const map = new DisposableMap<string, { dispose(): void }>();
    const items = Array.from({ length: 4 }, () => ({ dispose: vi.fn() }));
    const [replaced, deleted, taken, remaining] = items as [
      (typeof items)[0],
      (typeof items)[0],
      (typeof items)[0],
      (typeof items)[0],
    ];
    map.set('a', replaced);
    map.set('a', deleted);
    expect(replaced.dispose).toHaveBeenCalledTimes(1);
    expect(map.delete('a')).toBe(true);
    expect(map.delete('a')).toBe(false);
    expect(deleted.dispose).toHaveBeenCalledTimes(1);
    map.set('b', taken);
    expect(map.take('b')).toBe(taken);
    map.set('c', remaining);
    expect([...map]).toEqual([['c', remaining]]);
    map.dispose();
    expect(map.size).toBe(0);
    expect(taken.dispose).not.toHaveBeenCalled();
    expect(remaining.dispose).toHaveBeenCalledTimes(1);
  });

  it('keeps a value that is set again under its own key', () => {
    const map = new DisposableMap<string, { dispose(): void }>();
    const item = { dispose: vi.fn() };
    map.set('a', item);
    map.set('a', item);
    expect(item.dispose).not.toHaveBeenCalled();
    map.dispose();
  });
});

describe('DisposableOwner', () => {
  it('disposes what its class registered', () => {
    const release = vi.fn();
    class Holder extends DisposableOwner {
      readonly item = this.register(toDisposable(release));
    }
    const holder = new Holder();
    holder.dispose();
    holder.dispose();
    expect(release).toHaveBeenCalledTimes(1);
  });
});
