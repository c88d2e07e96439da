import { HIGH_WATER_CHARACTERS, LOW_WATER_CHARACTERS } from '#shared/terminal/flowControl';

export interface Pausable {
  pause(): void;
  resume(): void;
}

/**
 * I11: pauses a program when its reader has fallen behind by the high-water mark, so that no output
 * is lost.
 */
export class FlowControl {
  private unacknowledged = 0;
  private isPaused = false;

  constructor(private readonly source: Pausable) {}

  get pending(): number {
    return this.unacknowledged;
  }

  sent(characters: number): void {
    this.unacknowledged += characters;
    if (this.isPaused || this.unacknowledged <= HIGH_WATER_CHARACTERS) return;
    this.isPaused = true;
    this.source.pause();
  }

  acknowledged(characters: number): void {
    this.unacknowledged = Math.max(0, this.unacknowledged - characters);
    if (this.isPaused && this.unacknowledged < LOW_WATER_CHARACTERS) this.resume();
  }

  /** Called when there is no longer a reader to acknowledge output. */
  reset(): void {
    this.unacknowledged = 0;
    if (this.isPaused) this.resume();
  }

  private resume(): void {
    this.isPaused = false;
    this.source.resume();
  }
}
