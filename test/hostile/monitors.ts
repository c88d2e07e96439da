import { LoopMonitor } from './loopMonitor';
import { MemoryMonitor } from './memoryMonitor';

/** Both, for a program that is not ours to build: it is loaded into the app's own process. */
export const monitors = { loop: new LoopMonitor(), memory: new MemoryMonitor() };
