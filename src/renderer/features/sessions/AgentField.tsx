import { useMemo } from 'react';
import { reportError } from '../../diagnostics/reportError';
import { call } from '../../ipc/client';
import { useSettings } from '../../state/settingsStore';
import { Banner } from '../../ui/Banner';
import { Button } from '../../ui/Button';
import { Combobox } from '../../ui/Combobox';
import { Field } from '../../ui/Field';
import { agentChoices } from './newSessionForm';

interface AgentFieldProps {
  readonly value: string | null;
  readonly error: string | undefined;
  onChange(agentId: string | null): void;
}

export function AgentField({ value, error, onChange }: AgentFieldProps) {
  const agents = useSettings((settings) => settings.agents);
  const options = useMemo(
    () =>
      agentChoices(agents).map(({ id, name }) => ({
        value: id,
        label: name,
        ...(name !== id && { detail: id }),
      })),
    [agents],
  );
  return (
    <>
      {options.length === 0 && (
        <Banner
          actions={
            <Button
              size="small"
              onClick={() => call('app.showItem', { item: 'settings' }).catch(reportError)}
            >
              Edit settings.json
            </Button>
          }
        >
          No agents are set up yet. Add one under “agents” in settings.json.
        </Banner>
      )}
      <Field label="Agent" error={error}>
        <Combobox
          value={options.find((option) => option.value === value) ?? null}
          options={options}
          placeholder="Choose an agent"
          emptyText="No agent has that name."
          onChange={(option) => onChange(option?.value ?? null)}
        />
      </Field>
    </>
  );
}
