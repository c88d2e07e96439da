import { join } from 'node:path';
import { MemoryLogger } from '#main/base/memoryLogger';
import { createEngine, type Engine } from '#main/engine';
import type { AgentId, SessionId } from '#shared/ids';
import { defaultSettings } from '#shared/settings';

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

/** Settles at the end of the turn that runs or is about to. */
export function turnEnd({ host }: Engine, id: SessionId): Promise<void> {
  return new Promise((resolve) => {
    const listening = host.onDidAppend(({ sessionId, events }) => {
      if (sessionId !== id || !events.some(({ type }) => type === 'turn.ended')) return;
      listening.dispose();
      resolve();
    });
  });
}

export function connected({ host }: Engine, id: SessionId): Promise<void> {
  return new Promise((resolve) => {
    const listening = host.onDidAppend(({ sessionId, events }) => {
      const isHere = sessionId === id && events.some(({ type }) => type === 'agent.attached');
      if (!isHere) return;
      listening.dispose();
      resolve();
    });
  });
}
