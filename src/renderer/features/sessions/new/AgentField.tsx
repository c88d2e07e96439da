import { Download } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { RUNS_ELSEWHERE } from '#shared/agentAddress';
import type { AgentId } from '#shared/ids';
import type { AgentChoice } from '#shared/ipc/agents';
import { useAgents, useIsLookingForAgents } from '#window/state/agents/agentsStore';
import { findingWords } from '#window/state/agents/agentWords';
import { openAgentSettings } from '#window/state/layout/settingsSection';
import { AgentMark } from '#window/ui/AgentMark';
import { Button } from '#window/ui/form/Button';
import { Combobox } from '#window/ui/form/Combobox';
import { Field } from '#window/ui/form/Field';

interface AgentFieldProps {
  readonly value: AgentId | null;
  readonly error: string | undefined;
  onChange(agentId: AgentId | null): void;
}

export function AgentField({ value, error, onChange }: AgentFieldProps) {
  const agents = useAgents();
  const options = useMemo(() => agents?.map(optionOf) ?? [], [agents]);
  return (
    <Field label="Agent" hint={useHint(agents, value)} error={error}>
      <Combobox
        value={options.find((option) => option.value === value) ?? null}
        options={options}
        placeholder="Choose an agent"
        emptyText={agents === null ? 'Looking for agents…' : 'No agent has that name.'}
        onChange={(option) => onChange(option?.value ?? null)}
      />
    </Field>
  );
}

/**
 * A note before the start: the version, a missing program or login, or where to get more agents.
 */
function useHint(agents: readonly AgentChoice[] | null, value: AgentId | null): ReactNode {
  const isLooking = useIsLookingForAgents();
  const chosen = agents?.find(({ id }) => id === value);
  if (chosen?.url !== undefined) return RUNS_ELSEWHERE;
  const words = chosen ? findingWords(chosen) : null;
  if (words !== null) return words;
  if (agents === null || agents.some(({ builtIn }) => !builtIn)) return undefined;
  if (isLooking) return 'Looking for agents on this computer…';
  return (
    <Button size="small" variant="ghost" icon={Download} onClick={openAgentSettings}>
      No other agent was found. Get more agents
    </Button>
  );
}

function optionOf(agent: AgentChoice) {
  const { id, name, command, builtIn } = agent;
  return {
    value: id,
    label: name,
    detail: builtIn ? 'Built in' : (findingWords(agent) ?? command),
    icon: <AgentMark id={id} />,
  };
}
