import { Checkbox as BaseCheckbox } from '@base-ui/react/checkbox';
import { Check, Minus } from 'lucide-react';
import { Icon } from '#window/ui/Icon';
import styles from './Checkbox.module.css';

interface CheckboxProps {
  readonly label: string;
  readonly checked: boolean;
  /** The checkbox stands for several items, and only some of them are checked. */
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
