import { liveBytes, usedBytes } from '../support/liveBytes';

const MEBIBYTE = 1024 * 1024;
const RESIDENT_MILLISECONDS = 25;
const LIVE_MILLISECONDS = 300;

/** What one agent may make main hold, above what is kept on purpose. */
export const MEMORY_BYTES = 64 * MEBIBYTE;

export interface MemoryGrowth {
  /** What could not be thrown away, at worst; up to `MEMORY_BYTES` it may have garbage in it. */
  readonly liveBytes: number;
  /** What the process held of the machine at worst, with all that was not thrown away yet. */
  readonly residentBytes: number;
}

/** How much more memory a process takes than when it began to look. */
export class MemoryMonitor {
  private timers: NodeJS.Timeout[] = [];
  private start = { live: 0, resident: 0 };
  private worst = { live: 0, resident: 0 };

  begin(): void {
    this.start = { live: liveBytes(), resident: process.memoryUsage.rss() };
    this.worst = { ...this.start };
    this.timers = [
      setInterval(() => this.lookAtResident(), RESIDENT_MILLISECONDS),
      setInterval(() => this.lookAtLive(), LIVE_MILLISECONDS),
    ];
  }

  end(): MemoryGrowth {
    for (const timer of this.timers) clearInterval(timer);
    this.lookAtResident();
    this.lookAtLive();
    return {
      liveBytes: this.worst.live - this.start.live,
      residentBytes: this.worst.resident - this.start.resident,
    };
  }

  private lookAtResident(): void {
    this.worst.resident = Math.max(this.worst.resident, process.memoryUsage.rss());
  }

  /**
   * What is alive is never more than what is used. As long as that is within the limit, nobody need collect garbage to
   * know, which takes the processor longer than most agents do.
   */
  private lookAtLive(): void {
    const used = usedBytes();
    const live = used - this.start.live <= MEMORY_BYTES ? used : liveBytes();
    this.worst.live = Math.max(this.worst.live, live);
  }
}
