import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readPersisted, writePersisted } from './persisted';

const readText = (value: unknown) => (typeof value === 'string' ? value : undefined);

describe('what a window remembers', () => {
  const items = new Map<string, string>();
  beforeEach(() => {
    items.clear();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, text: string) => void items.set(key, text),
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  it('comes back as it was written', () => {
    expect(readPersisted('draft', readText, 'none')).toBe('none');
    writePersisted('draft', 'half a sentence');
    expect(readPersisted('draft', readText, 'none')).toBe('half a sentence');
    expect([...items.keys()]).toEqual(['airlock.1.draft']);
  });

  it.each(['', '{"half', '42'])('is kept aside if it is %j, and can be written again', (text) => {
    items.set('airlock.1.draft', text);
    expect(readPersisted('draft', readText, 'none')).toBe('none');
    writePersisted('draft', 'new');
    expect(readPersisted('draft', readText, 'none')).toBe('new');
    expect(items.get('airlock.1.draft.unreadable')).toBe(text);
  });
});
