import { Select as BaseSelect } from '@base-ui/react/select';
import { Check, ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { Icon } from '#window/ui/Icon';
import { tooltip } from '#window/ui/overlay/tooltip';
import popup from '#window/ui/popup.module.css';
import { unavailable } from '#window/ui/unavailable';
import styles from './QuietSelect.module.css';

export interface QuietSelectGroup {
  readonly name: string | null;
  readonly options: readonly {
    readonly value: string;
    readonly label: string;
    readonly description?: string;
  }[];
}

interface QuietSelectProps {
  /** The accessible name, and the tooltip. */
  readonly label: string;
  readonly value: string;
  readonly groups: readonly QuietSelectGroup[];
  readonly disabled?: boolean;
  /** Why it cannot be changed now; it can still be focused, so that users can read the reason. */
  readonly reason?: string | null;
  /** Shows the name before a value that does not explain itself. */
  readonly named?: boolean;
  onChange(value: string): void;
}

/** A choice in a toolbar: without a border, and as wide as its value. In a form, use `Select`. */
export function QuietSelect({
  label,
  value,
  groups,
  disabled = false,
  reason = null,
  named = false,
  onChange,
}: QuietSelectProps) {
  const [isOpen, setOpen] = useState(false);
  const options = groups.flatMap((group) => group.options);
  return (
    <BaseSelect.Root
      items={options.map((option) => ({ value: option.value, label: option.label }))}
      value={value}
      disabled={disabled}
      open={isOpen && reason === null}
      onOpenChange={setOpen}
      onValueChange={(next) => next !== null && onChange(next)}
    >
      <BaseSelect.Trigger
        className={styles.trigger}
        aria-label={label}
        aria-disabled={reason === null ? undefined : true}
        {...tooltip({ text: label, side: 'top' })}
        {...unavailable(reason)}
      >
        {named && (
          <span className={styles.named}>
            <span className={styles.name}>{label}</span>:
          </span>
        )}
        <BaseSelect.Value className={named ? styles.bare : styles.value} />
        <BaseSelect.Icon className={styles.icon}>
          <Icon icon={ChevronDown} size="small" />
        </BaseSelect.Icon>
      </BaseSelect.Trigger>
      <BaseSelect.Portal>
        <BaseSelect.Positioner
          className={popup.positioner}
          side="top"
          align="start"
          sideOffset={4}
          alignItemWithTrigger={false}
        >
          <BaseSelect.Popup className={popup.popup}>
            {groups.map((group, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: groups may share a name.
              <BaseSelect.Group key={index}>
                {group.name !== null && (
                  <BaseSelect.GroupLabel className={popup.groupLabel}>
                    {group.name}
                  </BaseSelect.GroupLabel>
                )}
                {group.options.map((option) => (
                  <BaseSelect.Item key={option.value} className={popup.item} value={option.value}>
                    <span className={styles.option}>
                      <BaseSelect.ItemText className={popup.itemText}>
                        {option.label}
                      </BaseSelect.ItemText>
                      {option.description && (
                        <span className={styles.description}>{option.description}</span>
                      )}
                    </span>
                    <span className={popup.check}>
                      <BaseSelect.ItemIndicator>
                        <Icon icon={Check} size="small" />
                      </BaseSelect.ItemIndicator>
                    </span>
                  </BaseSelect.Item>
                ))}
              </BaseSelect.Group>
            ))}
          </BaseSelect.Popup>
        </BaseSelect.Positioner>
      </BaseSelect.Portal>
    </BaseSelect.Root>
  );
}
