import { join } from 'node:path';
import { createEngine, type Engine } from '#main/engine/engine';
import type { AgentId, SessionId } from '#shared/ids';
import type { SessionEventType } from '#shared/session/events';
import { defaultSettings } from '#shared/settings';
import { MemoryLogger } from '#test/support/memoryLogger';

export const BURST_AGENT = 'burst' as AgentId;

/** The engine as the app runs it, with one agent. */
export function createBenchEngine(
  dataFolder: string,
  agent: { readonly script: string; readonly corpus: string },
): Promise<Engine> {
  return createEngine({
    dataFolder,
    clientVersion: '0.0.0-bench',
    demoAgent: {
      id: BURST_AGENT,
      name: 'Burst',
      command: process.execPath,
      args: [agent.script, agent.corpus],
      env: { ELECTRON_RUN_AS_NODE: '1' },
      wire: 'acp',
    },
    searchWorker: join(import.meta.dirname, 'search-worker.mjs'),
    logger: new MemoryLogger(),
    traceFolder: join(dataFolder, 'traces'),
    settings: () => defaultSettings,
    environment: async () => ({
      variables: process.env as Record<string, string>,
      source: 'process',
      shell: null,
    }),
  });
}

/** Settles when the session's next event of this kind has been logged and folded, with its time. */
export function nextEvent(
  { host }: Engine,
  id: SessionId,
  type: SessionEventType,
): Promise<number> {
  return new Promise((resolve) => {
    const listening = host.onDidAppend(({ sessionId, events }) => {
      if (sessionId !== id || !events.some((event) => event.type === type)) return;
      listening.dispose();
      resolve(performance.now());
    });
  });
}
