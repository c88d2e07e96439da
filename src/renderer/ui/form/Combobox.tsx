import { Combobox as BaseCombobox } from '@base-ui/react/combobox';
import { Check, ChevronsUpDown } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { Icon } from '#window/ui/Icon';
import popup from '#window/ui/popup.module.css';
import styles from './Combobox.module.css';

export interface ComboboxOption<Value extends string> {
  readonly value: Value;
  readonly label: string;
  /** Tells apart options whose labels are alike. */
  readonly detail?: string;
  /** A small icon before the label. */
  readonly icon?: ReactNode;
}

interface ComboboxProps<Value extends string> {
  readonly value: ComboboxOption<Value> | null;
  readonly options: readonly ComboboxOption<Value>[];
  readonly placeholder?: string;
  readonly emptyText: string;
  readonly inputRef?: Ref<HTMLInputElement>;
  onChange(value: ComboboxOption<Value> | null): void;
}

/** One of many options, found by typing. Inside a `Field` it takes its name from there. */
export function Combobox<Value extends string>(props: ComboboxProps<Value>) {
  return (
    <BaseCombobox.Root
      items={props.options}
      value={props.value}
      onValueChange={props.onChange}
      isItemEqualToValue={(option, value) => option.value === value.value}
      autoHighlight
    >
      <BaseCombobox.InputGroup className={styles.group}>
        {props.value?.icon && <span className={styles.icon}>{props.value.icon}</span>}
        <BaseCombobox.Input
          ref={props.inputRef}
          className={styles.input}
          placeholder={props.placeholder}
          spellCheck={false}
          onKeyDown={(event) => {
            // Enter chooses an option and must not submit the surrounding form as well.
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
        <BaseCombobox.Trigger className={styles.trigger} aria-label="Show all">
          <Icon icon={ChevronsUpDown} size="small" />
        </BaseCombobox.Trigger>
      </BaseCombobox.InputGroup>
      <BaseCombobox.Portal>
        <BaseCombobox.Positioner className={popup.positioner} sideOffset={4}>
          <BaseCombobox.Popup className={popup.popup}>
            <BaseCombobox.Empty className={popup.empty}>{props.emptyText}</BaseCombobox.Empty>
            <BaseCombobox.List>
              {(option: ComboboxOption<Value>) => (
                <BaseCombobox.Item key={option.value} className={popup.item} value={option}>
                  {option.icon}
                  <span className={popup.itemText}>{option.label}</span>
                  {option.detail && (
                    <span className={popup.itemDetail} aria-hidden="true">
                      {option.detail}
                    </span>
                  )}
                  <span className={popup.check}>
                    <BaseCombobox.ItemIndicator>
                      <Icon icon={Check} size="small" />
                    </BaseCombobox.ItemIndicator>
                  </span>
                </BaseCombobox.Item>
              )}
            </BaseCombobox.List>
          </BaseCombobox.Popup>
        </BaseCombobox.Positioner>
      </BaseCombobox.Portal>
    </BaseCombobox.Root>
  );
}
