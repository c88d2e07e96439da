import { describe, expect, it } from 'vitest';
import { Emitter, nextValue, once } from './emitter';
import { setUnexpectedErrorHandler } from './unexpected';

describe('Emitter', () => {
  it('reaches each listener until it unsubscribes', () => {
    const emitter = new Emitter<number>();
    const seen: string[] = [];
    const first = emitter.event((value) => seen.push(`first ${value}`));
    const second = emitter.event((value) => seen.push(`second ${value}`));
    emitter.fire(1);
    first.dispose();
    emitter.fire(2);
    second.dispose();
    emitter.fire(3);
    expect(seen).toEqual(['first 1', 'second 1', 'second 2']);
    expect(emitter.hasListeners).toBe(false);
  });

  it('counts the same function subscribed twice as two listeners', () => {
    const emitter = new Emitter<number>();
    const seen: number[] = [];
    const listener = (value: number) => seen.push(value);
    const first = emitter.event(listener);
    const second = emitter.event(listener);
    emitter.fire(1);
    first.dispose();
    emitter.fire(2);
    second.dispose();
    expect(seen).toEqual([1, 1, 2]);
  });

  it('reports what a listener throws and continues', () => {
    const emitter = new Emitter<void>();
    const errors: unknown[] = [];
    const seen: string[] = [];
    const handler = setUnexpectedErrorHandler((error) => errors.push(error));
    emitter.event(() => {
      throw new Error('listener');
    });
    emitter.event(() => seen.push('second'));
    emitter.fire();
    handler.dispose();
    emitter.dispose();
    expect(errors).toEqual([new Error('listener')]);
    expect(seen).toEqual(['second']);
  });

  it('keeps values in order when a listener fires the next one', () => {
    const emitter = new Emitter<number>();
    const seen: number[] = [];
    emitter.event((value) => {
      if (value < 3) emitter.fire(value + 1);
    });
    emitter.event((value) => seen.push(value));
    emitter.fire(1);
    emitter.dispose();
    expect(seen).toEqual([1, 2, 3]);
  });

  it('skips listeners removed and ignores listeners added during delivery', () => {
    const emitter = new Emitter<number>();
    const seen: string[] = [];
    emitter.event((value) => {
      removed.dispose();
      emitter.event(() => seen.push(`added ${value}`));
    });
    const removed = emitter.event(() => seen.push('removed'));
    emitter.fire(1);
    emitter.dispose();
    expect(seen).toEqual([]);
  });

  it('releases its listeners when disposed, and is silent afterwards', () => {
    const emitter = new Emitter<number>();
    const seen: number[] = [];
    emitter.event((value) => seen.push(value));
    emitter.dispose();
    emitter.event((value) => seen.push(value));
    emitter.fire(1);
    expect(seen).toEqual([]);
    expect(emitter.hasListeners).toBe(false);
  });

  it('stops a delivery that is under way when disposed', () => {
    const emitter = new Emitter<number>();
    const seen: number[] = [];
    emitter.event(() => emitter.dispose());
    emitter.event((value) => seen.push(value));
    emitter.fire(1);
    expect(seen).toEqual([]);
  });
});

describe('once', () => {
  it('delivers one value, even if its listener fires again', () => {
    const emitter = new Emitter<number>();
    const seen: number[] = [];
    once(emitter.event, (value) => {
      seen.push(value);
      emitter.fire(value + 1);
    });
    emitter.fire(1);
    expect(seen).toEqual([1]);
    expect(emitter.hasListeners).toBe(false);
  });
});

describe('nextValue', () => {
  it('waits for a matching value', async () => {
    const emitter = new Emitter<number>();
    const value = nextValue(emitter.event, (each) => each > 1);
    emitter.fire(1);
    emitter.fire(2);
    expect(await value).toBe(2);
    expect(emitter.hasListeners).toBe(false);
  });

  it('gives up when its signal is aborted', async () => {
    const emitter = new Emitter<number>();
    const controller = new AbortController();
    const value = nextValue(emitter.event, () => true, controller.signal);
    controller.abort(new Error('stop'));
    await expect(value).rejects.toThrowError('stop');
    expect(emitter.hasListeners).toBe(false);
    await expect(nextValue(emitter.event, undefined, controller.signal)).rejects.toThrowError();
  });
});
