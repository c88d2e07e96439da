import { useMemo } from 'react';
import type { AgentId } from '#shared/ids';
import type { AgentChoice } from '#shared/ipc/agents';
import { useAgents } from '#window/state/agentsStore';
import { findingWords } from '#window/state/agentWords';
import { AgentMark } from '#window/ui/AgentMark';
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
    <Field label="Agent" error={error}>
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

function optionOf(agent: AgentChoice) {
  const { id, name, command, builtIn } = agent;
  return {
    value: id,
    label: name,
    detail: builtIn ? 'Built in' : (findingWords(agent) ?? command),
    icon: <AgentMark id={id} />,
  };
}
