import { Checkbox as BaseCheckbox } from '@base-ui/react/checkbox';
import { Check, Minus } from 'lucide-react';
import styles from './Checkbox.module.css';
import { Icon } from './Icon';

interface CheckboxProps {
  readonly label: string;
  readonly checked: boolean;
  /** Some of what it stands for is checked and some is not. */
  readonly mixed?: boolean;
  readonly disabled?: boolean;
  onChange(checked: boolean): void;
}

export function Checkbox({
  label,
  checked,
  mixed = false,
  disabled = false,
  onChange,
}: CheckboxProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox within is Base UI's.
    <label className={styles.root}>
      <BaseCheckbox.Root
        className={styles.box}
        checked={checked}
        indeterminate={mixed}
        disabled={disabled}
        onCheckedChange={onChange}
      >
        <BaseCheckbox.Indicator className={styles.indicator}>
          <Icon icon={mixed ? Minus : Check} size="small" />
        </BaseCheckbox.Indicator>
      </BaseCheckbox.Root>
      {label}
    </label>
  );
}
