import { onTestFinished } from 'vitest';
import { PtyHostClient } from '#main/terminals/pty/ptyHostClient';
import { MemoryLogger } from '#test/support/memoryLogger';
import { buildPtyHost, ForkedPtyHost } from './forkedPtyHost';

export interface RunningPtyHost {
  readonly client: PtyHostClient;
  readonly starter: ForkedPtyHost;
  readonly logger: MemoryLogger;
}

/** A client with a real pty host in a process of its own; both end with the test. */
export function runningPtyHost(
  file: string,
  options: { readonly beatMilliseconds?: number } = {},
): RunningPtyHost {
  const starter = new ForkedPtyHost(file);
  const logger = new MemoryLogger();
  const client = new PtyHostClient({ starter, logger, ...options });
  onTestFinished(async () => {
    await client.end();
    client.dispose();
  });
  return { client, starter, logger };
}

export { buildPtyHost };
