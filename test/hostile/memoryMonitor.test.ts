import { expect, it } from 'vitest';
import { MEMORY_BYTES, MemoryMonitor } from './memoryMonitor';

it('counts what is held in full, and nothing past the limit that could be thrown away', () => {
  const monitor = new MemoryMonitor();
  monitor.begin();
  Buffer.alloc(2 * MEMORY_BYTES);
  expect(monitor.end().liveBytes).toBeLessThanOrEqual(MEMORY_BYTES);

  monitor.begin();
  const held = Buffer.alloc(2 * MEMORY_BYTES);
  expect(monitor.end().liveBytes).toBeGreaterThan(MEMORY_BYTES);
  expect(held).toHaveLength(2 * MEMORY_BYTES);
});
