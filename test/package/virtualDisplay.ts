import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';

/** A display that nobody looks at, which every user may open windows on. */
export class VirtualDisplay {
  private constructor(
    private readonly xvfb: ChildProcess,
    /** As the variable DISPLAY has it. */
    readonly name: string,
  ) {}

  static async start(): Promise<VirtualDisplay> {
    const xvfb = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1440x900x24', '-ac'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [number] = await once(xvfb.stdout as Readable, 'data');
    return new VirtualDisplay(xvfb, `:${String(number).trim()}`);
  }

  dispose(): void {
    this.xvfb.kill();
  }
}
