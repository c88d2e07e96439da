/** Lasts while an agent has not read all that was sent to it: reading from the agent stops meanwhile. */
export class Congestion {
  private full: PromiseWithResolvers<void> | null = null;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly stuckMilliseconds: number,
    /** Called when it has lasted for so long. */
    private readonly onStuck: () => void,
  ) {}

  /** Settles when it is over; null if there is none. */
  get relief(): Promise<void> | null {
    return this.full?.promise ?? null;
  }

  begin(): void {
    if (this.full !== null) return;
    this.full = Promise.withResolvers();
    this.timer = setTimeout(this.onStuck, this.stuckMilliseconds);
  }

  end(): void {
    clearTimeout(this.timer);
    this.full?.resolve();
    this.full = null;
  }
}
