import type { ReactNode } from 'react';
import { Field } from '#window/ui/form/Field';
import { TextArea } from '#window/ui/form/TextArea';

interface HostsFieldProps {
  /** One host on each line. */
  readonly value: string;
  /** Says which sessions may reach the hosts, or which hosts are added. */
  readonly hint: ReactNode;
  onChange(value: string): void;
}

/** A list of hosts that sealed sessions may reach. */
export function HostsField({ value, hint, onChange }: HostsFieldProps) {
  return (
    <Field
      label="Hosts"
      hint={<>One per line, such as api.example.com, *.example.com or localhost:8080. {hint}</>}
    >
      <TextArea
        monospace
        rows={3}
        value={value}
        placeholder="api.example.com"
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </Field>
  );
}
