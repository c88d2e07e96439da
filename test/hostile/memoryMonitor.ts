import { liveBytes } from '../support/liveBytes';

const RESIDENT_MILLISECONDS = 25;
/** Collecting takes main a few milliseconds each time. */
const LIVE_MILLISECONDS = 300;

export interface MemoryGrowth {
  /** What could not be thrown away, at worst. */
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

  private lookAtLive(): void {
    this.worst.live = Math.max(this.worst.live, liveBytes());
  }
}
