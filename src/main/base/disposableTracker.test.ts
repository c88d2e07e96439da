import { describe, expect, it } from 'vitest';
import { DisposableMap, DisposableStore, MutableDisposable, toDisposable } from './disposable';
import { DisposableTracker, type Leak } from './disposableTracker';

function leaksOf(run: () => void): Leak[] {
  const tracker = new DisposableTracker();
  tracker.install();
  try {
    run();
  } finally {
    tracker.uninstall();
  }
  return tracker.leaks();
}

const nothing = () => toDisposable(() => undefined);

describe('DisposableTracker', () => {
  it('lists what nobody disposed, with the place that created it', () => {
    let value: object | undefined;
    const [leak, ...others] = leaksOf(() => {
      nothing().dispose();
      value = nothing();
    });
    expect(leak?.value).toBe(value);
    expect(leak?.stack).toContain('disposableTracker.test.ts');
    expect(others).toEqual([]);
  });

  it('reports the owner, not what it owns', () => {
    const leaks = leaksOf(() => {
      const slot = new MutableDisposable();
      slot.value = nothing();
      const store = new DisposableStore();
      store.add(slot);
      store.add(nothing());
    });
    expect(leaks.map((leak) => leak.value.constructor)).toEqual([DisposableStore]);
  });

  it('finds nothing once the owner is disposed', () => {
    const leaks = leaksOf(() => {
      const map = new DisposableMap<string, DisposableStore>();
      const store = new DisposableStore();
      store.add(nothing());
      map.set('a', store);
      map.dispose();
    });
    expect(leaks).toEqual([]);
  });

  it('lists what was removed from its owner', () => {
    let taken: object | undefined;
    const leaks = leaksOf(() => {
      const map = new DisposableMap<string, ReturnType<typeof nothing>>();
      map.set('a', nothing());
      taken = map.take('a');
      map.dispose();
    });
    expect(leaks.map((leak) => leak.value)).toEqual([taken]);
  });

  it('lists what outlived its owner', () => {
    const tracker = new DisposableTracker();
    const owner = {};
    const child = {};
    tracker.created(owner);
    tracker.created(child);
    tracker.owned(child, owner);
    tracker.disposed(owner);
    expect(tracker.leaks().map((leak) => leak.value)).toEqual([child]);
  });

  it('ignores what was added to owners older than itself', () => {
    const store = new DisposableStore();
    expect(leaksOf(() => store.add(nothing()))).toEqual([]);
    store.dispose();
  });

  it('is uninstalled newest first', () => {
    expect(() => new DisposableTracker().uninstall()).toThrowError('newest first');
  });
});
