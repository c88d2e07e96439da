import { Select as BaseSelect } from '@base-ui/react/select';
import { Check, ChevronsUpDown } from 'lucide-react';
import { Icon } from '#window/ui/Icon';
import popup from '#window/ui/popup.module.css';
import styles from './Select.module.css';

export interface SelectOption<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

interface SelectProps<Value extends string> {
  /** The accessible name, if no `Field` around it provides one. */
  readonly label?: string;
  readonly value: Value;
  readonly options: readonly SelectOption<Value>[];
  onChange(value: Value): void;
}

/** One of a few fixed options. For many, or for typing to find, use `Combobox`. */
export function Select<Value extends string>({
  label,
  value,
  options,
  onChange,
}: SelectProps<Value>) {
  return (
    <BaseSelect.Root
      items={options}
      value={value}
      onValueChange={(next) => next !== null && onChange(next)}
    >
      <BaseSelect.Trigger className={styles.trigger} aria-label={label}>
        <BaseSelect.Value className={styles.value} />
        <BaseSelect.Icon className={styles.icon}>
          <Icon icon={ChevronsUpDown} size="small" />
        </BaseSelect.Icon>
      </BaseSelect.Trigger>
      <BaseSelect.Portal>
        <BaseSelect.Positioner
          className={popup.positioner}
          sideOffset={4}
          alignItemWithTrigger={false}
        >
          <BaseSelect.Popup className={popup.popup}>
            {options.map((option) => (
              <BaseSelect.Item key={option.value} className={popup.item} value={option.value}>
                <BaseSelect.ItemText className={popup.itemText}>{option.label}</BaseSelect.ItemText>
                <span className={popup.check}>
                  <BaseSelect.ItemIndicator>
                    <Icon icon={Check} size="small" />
                  </BaseSelect.ItemIndicator>
                </span>
              </BaseSelect.Item>
            ))}
          </BaseSelect.Popup>
        </BaseSelect.Positioner>
      </BaseSelect.Portal>
    </BaseSelect.Root>
  );
}
