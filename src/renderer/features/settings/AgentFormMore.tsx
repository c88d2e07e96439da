import { wireNames } from '#shared/session/wires';
import type { Wire } from '#shared/settings';
import { Checkbox } from '../../ui/Checkbox';
import { Field } from '../../ui/Field';
import { Select } from '../../ui/Select';
import { TextArea } from '../../ui/TextArea';
import styles from './AgentForm.module.css';
import type { AgentFields, FieldProblems } from './agentFields';

const wires: readonly { readonly value: Wire; readonly label: string }[] = [
  { value: 'auto', label: 'Detect' },
  ...Object.entries(wireNames).map(([wire, label]) => ({ value: wire as Wire, label })),
];

interface AgentFormMoreProps {
  readonly agent: AgentFields;
  readonly problems: FieldProblems;
  onChange(part: Partial<AgentFields>): void;
}

/** What few agents need. */
export function AgentFormMore({ agent, problems, onChange }: AgentFormMoreProps) {
  return (
    <>
      <Field label="Protocol">
        <Select value={agent.wire} options={wires} onChange={(wire) => onChange({ wire })} />
      </Field>
      <Field
        label="Environment"
        hint="One variable per line, in addition to your shell’s."
        error={problems.environment}
      >
        <TextArea
          rows={2}
          value={agent.environment}
          placeholder="NAME=value"
          onChange={(event) => onChange({ environment: event.currentTarget.value })}
        />
      </Field>
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
          label="Offer it for new sessions"
          checked={agent.isEnabled}
          onChange={(isEnabled) => onChange({ isEnabled })}
        />
      </div>
    </>
  );
}
