import type { InspectedProcess } from '#shared/ipc/inspector';
import type { ConnectionState } from '#shared/session/state';

export interface ProcessState {
  readonly tone: 'running' | 'starting' | 'ended';
  readonly text: string;
}

/** How things stand with an agent's process, in words. */
export function processState(
  process: InspectedProcess | null,
  connection: ConnectionState | undefined,
): ProcessState {
  if (process === null) {
    return connection?.type === 'starting'
      ? { tone: 'starting', text: 'Starting' }
      : { tone: 'ended', text: 'Not running. It starts with the next prompt.' };
  }
  if (process.exit !== null) return { tone: 'ended', text: process.exit };
  switch (connection?.type) {
    case 'starting':
      return { tone: 'starting', text: 'Starting' };
    case 'authentication':
      return { tone: 'starting', text: 'Running, and waiting for a login' };
    case 'failed':
    case 'exited':
      return { tone: 'ended', text: connection.message };
    default:
      return { tone: 'running', text: 'Running' };
  }
}
