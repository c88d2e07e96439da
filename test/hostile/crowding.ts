import { availableParallelism, loadavg } from 'node:os';

/** How many programs want each processor; at least 1. What waits for others takes as many times as long. */
export function crowding(): number {
  const [load = 0] = loadavg();
  return Math.max(1, load / availableParallelism());
}
