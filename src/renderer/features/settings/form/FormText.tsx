import type { ReactNode } from 'react';
import { Field } from '#window/ui/form/Field';
import { TextArea } from '#window/ui/form/TextArea';
import { TextField } from '#window/ui/form/TextField';

interface FormTextProps {
  readonly label: string;
  readonly value: string;
  readonly placeholder?: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  /** For commands, paths and the like. */
  readonly monospace?: boolean;
  /** Several lines, this many of them visible; one line by default. */
  readonly rows?: number;
  onChange(value: string): void;
}

/** A text of a form with its label, hint and error. */
export function FormText({ label, hint, error, rows, onChange, ...control }: FormTextProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {rows === undefined ? (
        <TextField {...control} onChange={(event) => onChange(event.currentTarget.value)} />
      ) : (
        <TextArea
          {...control}
          rows={rows}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
