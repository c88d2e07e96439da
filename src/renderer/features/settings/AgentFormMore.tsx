import { wireList, wires } from '#shared/session/wires';
import type { WireSetting } from '#shared/settings';
import { Checkbox } from '#window/ui/form/Checkbox';
import { Field } from '#window/ui/form/Field';
import { Select } from '#window/ui/form/Select';
import styles from './AgentForm.module.css';
import type { AgentFields, FieldProblems } from './agentFields';
import { FormText } from './form/FormText';
import { HostsField } from './HostsField';

const choices: readonly { readonly value: WireSetting; readonly label: string }[] = [
  { value: 'auto', label: 'Detect' },
  ...wireList.map((wire) => ({ value: wire, label: wires[wire].name })),
];

interface AgentFormMoreProps {
  readonly agent: AgentFields;
  readonly problems: FieldProblems;
  onChange(part: Partial<AgentFields>): void;
}

/** Settings that few agents need. */
export function AgentFormMore({ agent, problems, onChange }: AgentFormMoreProps) {
  return (
    <>
      <Field label="Protocol">
        <Select value={agent.wire} options={choices} onChange={(wire) => onChange({ wire })} />
      </Field>
      {agent.place === 'here' && (
        <FormText
          monospace
          label="Start in folder"
          hint="A folder inside the session’s folder, such as packages/app. Leave empty to start in the session’s folder itself."
          error={problems.folder}
          value={agent.folder}
          onChange={(folder) => onChange({ folder })}
        />
      )}
      <FormText
        monospace
        rows={2}
        label="Environment"
        hint="One variable per line, in addition to your shell’s. ${NAME} stands for your variable of that name. Values named like keys, tokens or passwords are kept by the system’s key store if there is one."
        error={problems.environment}
        value={agent.environment}
        placeholder="NAME=value"
        onChange={(environment) => onChange({ environment })}
      />
      <div className={styles.checks}>
        <Checkbox
          label="Route its file access through Airlock, so that writes can be reviewed"
          checked={agent.lendsFiles}
          onChange={(lendsFiles) => onChange({ lendsFiles })}
        />
        <Checkbox
          label="Run its commands in Airlock’s terminals"
          checked={agent.lendsTerminals}
          onChange={(lendsTerminals) => onChange({ lendsTerminals })}
        />
        <Checkbox
          label="Limit its sealed sessions to these hosts"
          checked={agent.limitsHosts}
          onChange={(limitsHosts) => onChange({ limitsHosts })}
        />
        {agent.limitsHosts && (
          <HostsField
            value={agent.hosts}
            hint="Hosts that you allow for a project are added to these."
            onChange={(hosts) => onChange({ hosts })}
          />
        )}
        <Checkbox
          label="Offer it for new sessions"
          checked={agent.isEnabled}
          onChange={(isEnabled) => onChange({ isEnabled })}
        />
      </div>
    </>
  );
}
