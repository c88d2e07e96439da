import { readFileSync } from 'node:fs';
import { crowding } from './crowding';

const EVERY_MILLISECONDS = 10;
const NANOSECONDS = 1_000_000;
/** How many times as long the same work takes beside others that use the same core and its caches. */
const SHARED_CORE = 2;

/**
 * How long a process's main thread stood still at worst: time in which it ran or was blocked, and
 * served nobody. So that a busy machine is not mistaken for a busy thread, time in which it was
 * ready and another program had the processor is taken off, as the kernel tells it; and where more
 * programs want a processor than there are, time in which it was blocked counts for as much less:
 * whoever it waits for, such as a program that it starts, has to wait too. Linux only.
 */
export class LoopMonitor {
  private timer: NodeJS.Timeout | undefined;
  private last: Moment = now();
  private worst = 0;

  begin(): void {
    this.end();
    this.worst = 0;
    this.last = now();
    this.timer = setInterval(() => this.tick(), EVERY_MILLISECONDS);
  }

  /** The longest standstill since `begin`, in milliseconds. */
  end(): number {
    if (this.timer !== undefined) this.tick();
    clearInterval(this.timer);
    this.timer = undefined;
    return Math.round(this.worst);
  }

  private tick(): void {
    const { last } = this;
    this.last = now();
    const passed = this.last.at - last.at - EVERY_MILLISECONDS;
    // Most ticks come in time: then there is nothing to work out.
    if (passed <= this.worst) return;
    const ran = this.last.ran - last.ran;
    const blocked = Math.max(0, passed - ran - (this.last.waited - last.waited));
    const still = ran / Math.min(crowding(), SHARED_CORE) + blocked / crowding();
    this.worst = Math.max(this.worst, Math.min(passed, still));
  }
}

interface Moment {
  readonly at: number;
  /** How long the process's first thread has run in all, and waited for a processor. */
  readonly ran: number;
  readonly waited: number;
}

function now(): Moment {
  const [ran = '0', waited = '0'] = readFileSync('/proc/self/schedstat', 'utf8').split(' ');
  const at = performance.now();
  return { at, ran: Number(ran) / NANOSECONDS, waited: Number(waited) / NANOSECONDS };
}
