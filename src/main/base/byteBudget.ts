/**
 * I21: starts work in order, as long as all running work fits into a number of bytes. Work that
 * needs more than the whole budget runs alone.
 */
export class ByteBudget {
  private used = 0;
  private readonly waiting: { readonly bytes: number; begin(): void }[] = [];

  constructor(
    private readonly limit: number,
    /**
     * Settles when the results are released: a result may be held longer than it takes to make, and
     * counts until then.
     */
    private readonly released: () => Promise<void> | null = () => null,
  ) {}

  async run<T>(bytes: number, work: () => Promise<T>): Promise<T> {
    if (this.waiting.length > 0 || !this.fits(bytes)) {
      await new Promise<void>((begin) => this.waiting.push({ bytes, begin }));
    } else this.used += bytes;
    try {
      return await work();
    } finally {
      const released = this.released();
      if (released === null) this.giveBack(bytes);
      else void released.finally(() => this.giveBack(bytes));
    }
  }

  private giveBack(bytes: number): void {
    this.used -= bytes;
    this.goOn();
  }

  private fits(bytes: number): boolean {
    return this.used === 0 || this.used + bytes <= this.limit;
  }

  private goOn(): void {
    for (let next = this.waiting[0]; next && this.fits(next.bytes); next = this.waiting[0]) {
      this.waiting.shift();
      this.used += next.bytes;
      next.begin();
    }
  }
}
