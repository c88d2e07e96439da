import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** Lines of a stream, each handed out once and only when asked for. */
export class LineInput {
  private readonly lines: string[] = [];
  private readonly waiting: ((line: string | null) => void)[] = [];
  private hasEnded = false;
  private readonly reader;

  constructor(input: Readable) {
    this.reader = createInterface({ input });
    this.reader.on('line', (line) => {
      const next = this.waiting.shift();
      if (next) next(line);
      else this.lines.push(line);
    });
    this.reader.on('close', () => {
      this.hasEnded = true;
      for (const next of this.waiting.splice(0)) next(null);
    });
  }

  /** Null at the end. */
  next(): Promise<string | null> {
    const line = this.lines.shift();
    if (line !== undefined) return Promise.resolve(line);
    if (this.hasEnded) return Promise.resolve(null);
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  close(): void {
    this.reader.close();
  }
}
