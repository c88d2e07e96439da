import { Field as BaseField } from '@base-ui/react/field';
import type { ReactNode } from 'react';
import styles from './Field.module.css';

interface FieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  /** What is wrong with the value; marks the control as invalid and is read out with it. */
  readonly error?: string | undefined;
  readonly children: ReactNode;
}

/** A label above a control, and a hint or an error below, tied to it for screen readers. */
export function Field({ label, hint, error, children }: FieldProps) {
  return (
    <BaseField.Root className={styles.field} invalid={error !== undefined}>
      <BaseField.Label className={styles.label}>{label}</BaseField.Label>
      {children}
      {hint !== undefined && error === undefined && (
        <BaseField.Description className={styles.hint}>{hint}</BaseField.Description>
      )}
      <BaseField.Error className={styles.error} match={error !== undefined}>
        {error}
      </BaseField.Error>
    </BaseField.Root>
  );
}
