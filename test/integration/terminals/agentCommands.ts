import { onTestFinished } from 'vitest';
import type { TerminalRequest } from '#main/agents/connection';
import { ProcessNamespaces } from '#main/base/process/processNamespaces';
import { AgentTerminals, type Ptys } from '#main/terminals/terminals';
import { ok } from '#shared/errors';
import type { SessionEvent } from '#shared/session/events';
import { MemoryLogger } from '#test/support/memoryLogger';

const namespaces = new ProcessNamespaces(new MemoryLogger());

export interface AgentCommands {
  readonly terminals: AgentTerminals;
  readonly recorded: SessionEvent[];
}

/** A session's terminals without the session; they end with the test. */
export function agentCommands(cwd: string, ptys?: Ptys): AgentCommands {
  const recorded: SessionEvent[] = [];
  const terminals = new AgentTerminals({
    cwd,
    ptys,
    openNamespace: () => namespaces.open(),
    environment: async () => ({ PATH: process.env.PATH, LANG: 'C.UTF-8' }),
    locate: async (path) => ok(path),
    record: (event) => recorded.push(event),
  });
  onTestFinished(() => terminals.dispose());
  return { terminals, recorded };
}

export function shell(script: string, more: Partial<TerminalRequest> = {}): TerminalRequest {
  return {
    command: '/bin/sh',
    args: ['-c', script],
    env: [],
    cwd: null,
    outputByteLimit: null,
    ...more,
  };
}

/** An agent that names its terminal gets one. */
export const wishForTty = [{ name: 'TERM', value: 'xterm-256color' }];

export const never: AbortSignal = new AbortController().signal;
