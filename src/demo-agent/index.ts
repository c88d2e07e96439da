import { Console } from 'node:console';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { ndJsonStream } from '@agentclientprotocol/sdk/unstable';
import { createAgent } from './agent';
import { logError } from './log';

const shutdownLimit = 2_000;

function homeFolder(): string {
  const { AIRLOCK_DEMO_AGENT_HOME, XDG_DATA_HOME } = process.env;
  if (AIRLOCK_DEMO_AGENT_HOME) return AIRLOCK_DEMO_AGENT_HOME;
  return join(XDG_DATA_HOME || join(homedir(), '.local', 'share'), 'airlock-demo-agent');
}

// Standard output carries the protocol, so `console` writes to standard error.
globalThis.console = new Console({ stdout: process.stderr, stderr: process.stderr });

const demoAgent = createAgent({
  home: homeFolder(),
  pace: process.env.AIRLOCK_DEMO_AGENT_PACE === 'instant' ? 'instant' : undefined,
});
const connection = demoAgent.app.connect(
  ndJsonStream(
    Writable.toWeb(process.stdout),
    Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>,
  ),
);

// The client is gone, so the error cannot be reported.
process.stdout.on('error', () => connection.close());
process.on('SIGTERM', () => connection.close());
process.on('SIGINT', () => connection.close());
process.on('unhandledRejection', (error) => logError('Unhandled rejection', error));

await connection.closed;
setTimeout(() => process.exit(0), shutdownLimit).unref();
await demoAgent.end().catch((error: unknown) => logError('Shutdown', error));
// No `process.exit`: pending output may take a moment to be written.
process.stdin.destroy();
