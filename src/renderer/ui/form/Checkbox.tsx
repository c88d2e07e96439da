import { Checkbox as BaseCheckbox } from '@base-ui/react/checkbox';
import { Check, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '#window/ui/Icon';
import { Kbd, type Shortcut } from '#window/ui/text/Kbd';
import styles from './Checkbox.module.css';

interface CheckboxProps {
  readonly label: string;
  readonly checked: boolean;
  /** The checkbox represents several items, and only some of them are checked. */
  readonly mixed?: boolean;
  readonly disabled?: boolean;
  /** A small icon before the label. */
  readonly icon?: ReactNode;
  /** The key that toggles it, for `aria-keyshortcuts` and as a hint behind the label. */
  readonly shortcut?: Shortcut | undefined;
  onChange(checked: boolean): void;
}

export function Checkbox({
  label,
  checked,
  mixed = false,
  disabled = false,
  icon,
  shortcut,
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
        aria-keyshortcuts={shortcut?.aria}
        onCheckedChange={onChange}
      >
        <BaseCheckbox.Indicator className={styles.indicator}>
          <Icon icon={mixed ? Minus : Check} size="small" />
        </BaseCheckbox.Indicator>
      </BaseCheckbox.Root>
      {icon}
      {label}
      {shortcut && <Kbd shortcut={shortcut} />}
    </label>
  );
}
