import { NumberField as BaseNumberField } from '@base-ui/react/number-field';
import { Minus, Plus } from 'lucide-react';
import { Icon } from '#window/ui/Icon';
import styles from './NumberField.module.css';
import { useDraft } from './useDraft';

interface NumberFieldProps {
  readonly label: string;
  readonly value: number;
  readonly minimum: number;
  readonly maximum: number;
  readonly step?: number;
  /** Called when the user has finished typing. False: the value stays as it was. */
  onCommit(value: number): Promise<boolean>;
}

export function NumberField({
  label,
  value,
  minimum,
  maximum,
  step = 1,
  onCommit,
}: NumberFieldProps) {
  const [draft, setDraft] = useDraft<number | null>(value);
  const commit = async (next: number) => {
    if (!(await onCommit(next))) setDraft(value);
  };
  return (
    <BaseNumberField.Root
      value={draft}
      onValueChange={setDraft}
      min={minimum}
      max={maximum}
      step={step}
      onValueCommitted={(next) => {
        if (next === null) setDraft(value);
        else if (next !== value) void commit(next);
      }}
    >
      <BaseNumberField.Group className={styles.group}>
        <BaseNumberField.Decrement className={styles.step} aria-label={`Decrease ${label}`}>
          <Icon icon={Minus} size="small" />
        </BaseNumberField.Decrement>
        <BaseNumberField.Input className={styles.input} aria-label={label} />
        <BaseNumberField.Increment className={styles.step} aria-label={`Increase ${label}`}>
          <Icon icon={Plus} size="small" />
        </BaseNumberField.Increment>
      </BaseNumberField.Group>
    </BaseNumberField.Root>
  );
}
