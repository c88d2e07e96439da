import { z } from 'zod';
import type { AgentsAtHand } from '#main/agents/agentsAtHand';
import type { AgentSecrets } from '#main/agents/secrets/agentSecrets';
import type { AgentChecks } from '#main/doctor/agentChecks';
import type { Guards, Handlers } from '#main/ipc/register';
import { ok, type Result } from '#shared/errors';
import type { AgentId } from '#shared/ids';
import type { agentRequests } from '#shared/ipc/agents';
import { IMPORT_CHARACTERS } from '#shared/ipc/agents';

export type AgentRequest = keyof typeof agentRequests;

const id = z.string().regex(/^[a-z][a-z0-9-]{0,60}$/);
/** Ids in the settings may be any text. */
const anyId = z.string().min(1).max(1_000);
const variableName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,200}$/);
/** A version, which becomes the name of a folder. */
const version = z.string().regex(/^\d+\.\d+\.\d+[0-9A-Za-z.+-]{0,60}$/);

export const agentGuards: Pick<Guards, AgentRequest> = {
  'agents.list': z.null(),
  'agents.look': z.null(),
  'agents.locate': z.strictObject({ command: z.string().max(4_096) }),
  'agents.catalogue': z.null(),
  'agents.refresh': z.null(),
  'agents.install': z.strictObject({ id, version: version.nullable() }),
  'agents.cancelInstall': z.strictObject({ id }),
  'agents.use': z.strictObject({ id, version }),
  'agents.uninstall': z.strictObject({ id, version }),
  'agents.restore': z.strictObject({ token: z.string().max(100) }),
  'agents.importable': z.strictObject({ text: z.string().max(IMPORT_CHARACTERS).nullable() }),
  'agents.checkState': z.strictObject({ id: anyId }),
  'agents.check': z.strictObject({ id: anyId, withPrompts: z.boolean() }),
  'agents.cancelCheck': z.strictObject({ id: anyId }),
  'agents.checkReport': z.strictObject({ id: anyId }),
  'agents.environment': z.strictObject({ id: anyId }),
  'agents.setSecret': z.strictObject({
    id: anyId,
    name: variableName,
    value: z.string().min(1).max(16_384),
  }),
  'agents.removeSecret': z.strictObject({ id: anyId, name: variableName }),
  'agents.moveSecrets': z.strictObject({ id: anyId }),
  'agents.keepSecrets': z.strictObject({ id: anyId, env: z.record(z.string(), z.string()) }),
};

export interface AgentServices {
  readonly atHand: AgentsAtHand;
  readonly agentChecks: Pick<AgentChecks, 'state' | 'start' | 'cancel' | 'report'>;
  readonly secrets: Pick<AgentSecrets, 'keep' | 'remove' | 'set'>;
  /** Moves secrets from the settings to the key store, and returns their names. */
  moveSecrets(id: AgentId): Promise<Result<{ moved: readonly string[] }>>;
}

export function createAgentHandlers({
  atHand,
  agentChecks,
  secrets,
  moveSecrets,
}: AgentServices): Pick<Handlers, AgentRequest> {
  return {
    'agents.list': () => ok(atHand.list()),
    'agents.look': () => {
      atHand.look();
      return ok(null);
    },
    'agents.locate': async ({ command }) => ok(await atHand.locate(command.trim())),
    'agents.catalogue': async () => ok(await atHand.catalogue()),
    'agents.refresh': () => {
      atHand.refresh();
      return ok(null);
    },
    'agents.install': (wish) => atHand.install(wish.id, wish.version),
    'agents.cancelInstall': (wish) => {
      atHand.cancelInstall(wish.id);
      return ok(null);
    },
    'agents.use': (wish) => atHand.use(wish.id, wish.version),
    'agents.uninstall': (wish) => atHand.uninstall(wish.id, wish.version),
    'agents.restore': ({ token }) => atHand.restore(token),
    'agents.importable': async ({ text }) => ok(await atHand.importable(text)),
    'agents.checkState': (wish) => ok(agentChecks.state(wish.id as AgentId)),
    'agents.check': (wish) => agentChecks.start(wish.id as AgentId, wish.withPrompts),
    'agents.cancelCheck': (wish) => {
      agentChecks.cancel(wish.id as AgentId);
      return ok(null);
    },
    'agents.checkReport': (wish) => agentChecks.report(wish.id as AgentId),
    'agents.environment': (wish) => atHand.environment(wish.id as AgentId),
    'agents.setSecret': (wish) => secrets.set(wish.id as AgentId, wish.name, wish.value),
    'agents.removeSecret': (wish) => secrets.remove(wish.id as AgentId, wish.name),
    'agents.keepSecrets': (wish) => secrets.keep(wish.id as AgentId, wish.env),
    'agents.moveSecrets': (wish) => moveSecrets(wish.id as AgentId),
  };
}
