import type { ImportableAgent } from '#shared/ipc/agents';
import type { AgentSettings } from '#shared/settings';
import { lineOf } from '#shared/text/words';
import { changeWithUndo } from '#window/actions/changeWithUndo';
import { freeId } from '#window/features/settings/agentFields';
import { ImportPart, ImportRow } from '#window/features/settings/import/ImportParts';
import { call } from '#window/ipc/client';
import { settingsStore, useSettings } from '#window/state/settingsStore';

const EXAMPLE = '{ "agent_servers": { "My agent": { "command": "my-agent", "args": ["acp"] } } }';

/** Imports agents from the settings of Zed and VS Code, or from a pasted text. */
export function ImportSection() {
  return (
    <ImportPart
      what="agents"
      hint="Agents in the settings of Zed and VS Code are listed here. You can also paste such settings."
      example={EXAMPLE}
      find={findAgents}
      row={(agent) => <AgentRow key={`${agent.origin}:${agent.id}`} agent={agent} />}
    />
  );
}

async function findAgents(text: string | null) {
  const { agents, problems } = await call('agents.importable', { text });
  return { items: agents, problems };
}

function AgentRow({ agent }: { readonly agent: ImportableAgent }) {
  const isThere = useSettings(({ agents }) =>
    Object.values(agents).some((other) => isSame(other, agent)),
  );
  const line = lineOf([agent.command, ...agent.args]);
  const { name, origin } = agent;
  const shown = { name, origin, line, isThere };
  return <ImportRow {...shown} onImport={() => importAgent(agent)} />;
}

function isSame({ command, args = [] }: AgentSettings, other: ImportableAgent): boolean {
  return command === other.command && lineOf(args) === lineOf(other.args);
}

async function importAgent({ id, name, command, args, ...found }: ImportableAgent): Promise<void> {
  const taken = Object.keys(settingsStore.getState().settings.agents);
  const free = freeId(id, taken);
  // Comes before anything is written, so that the file never holds a secret, not even briefly.
  const { env } = await call('agents.keepSecrets', { id: free, env: found.env });
  const value = { name, command, args, ...(Object.keys(env).length > 0 && { env }) };
  const notice = { id: `agent:${free}`, title: `${name} was imported` };
  return changeWithUndo(notice, [{ path: ['agents', free], value }]);
}
