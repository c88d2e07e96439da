import { z } from 'zod';
import type { AgentsAtHand } from '#main/agents/agentsAtHand';
import { ok } from '#shared/errors';
import type { agentRequests } from '#shared/ipc/agents';
import type { Guards, Handlers } from './register';

export type AgentRequest = keyof typeof agentRequests;

export const agentGuards: Pick<Guards, AgentRequest> = {
  'agents.list': z.null(),
  'agents.look': z.null(),
  'agents.locate': z.strictObject({ command: z.string().max(4_096) }),
};

export interface AgentServices {
  readonly atHand: AgentsAtHand;
}

export function createAgentHandlers({ atHand }: AgentServices): Pick<Handlers, AgentRequest> {
  return {
    'agents.list': () => ok(atHand.list()),
    'agents.look': () => {
      atHand.look();
      return ok(null);
    },
    'agents.locate': async ({ command }) => ok(await atHand.locate(command.trim())),
  };
}
