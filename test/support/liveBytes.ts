import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collect: (() => void) | undefined;

/** The memory of the process after garbage collection. */
export function liveBytes(): number {
  // The first collection frees buffers in the background, and the second waits for that.
  collectedBytes();
  return collectedBytes();
}

/** The memory after a single collection, for callers that repeat it until the figure is stable. */
export function collectedBytes(): number {
  if (collect === undefined) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  }
  collect();
  return usedBytes();
}

/** The memory including garbage that was not collected yet. */
export function usedBytes(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
