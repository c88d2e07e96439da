import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ok } from '#shared/errors';

const readText = (value: unknown) => (typeof value === 'string' ? value : undefined);

describe('the stored state of a window', () => {
  const items = new Map<string, string>();
  const flush = vi.fn(async () => ok(null));
  let readPersisted: typeof import('./persisted').readPersisted;
  let writePersisted: typeof import('./persisted').writePersisted;
  beforeEach(async () => {
    // Loaded again: what another test wrote may still wait to be flushed.
    vi.resetModules();
    ({ readPersisted, writePersisted } = await import('./persisted'));
    items.clear();
    flush.mockClear();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, text: string) => void items.set(key, text),
    });
    vi.stubGlobal('window', { airlock: { request: { 'app.flushStorage': flush } } });
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.runAllTimers();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('is read back as it was written', () => {
    expect(readPersisted('draft', readText, 'none')).toBe('none');
    writePersisted('draft', 'half a sentence');
    expect(readPersisted('draft', readText, 'none')).toBe('half a sentence');
    expect([...items.keys()]).toEqual(['airlock.1.draft']);
  });

  it('is put on the disk soon, once for many writes', () => {
    for (const text of ['h', 'ha', 'hal']) writePersisted('draft', text);
    expect(flush).not.toHaveBeenCalled();
    vi.runAllTimers();
    expect(flush).toHaveBeenCalledTimes(1);
    writePersisted('draft', 'half');
    vi.runAllTimers();
    expect(flush).toHaveBeenCalledTimes(2);
  });

  it.each(['', '{"half', '42'])('is set aside if it is %j, and can be written again', (text) => {
    items.set('airlock.1.draft', text);
    expect(readPersisted('draft', readText, 'none')).toBe('none');
    writePersisted('draft', 'new');
    expect(readPersisted('draft', readText, 'none')).toBe('new');
    expect(items.get('airlock.1.draft.unreadable')).toBe(text);
  });
});
