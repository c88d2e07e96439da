import { Switch as BaseSwitch } from '@base-ui/react/switch';
import styles from './Switch.module.css';

interface SwitchProps {
  readonly label: string;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly describedBy?: string | undefined;
  onChange(checked: boolean): void;
}

/** A setting that takes effect at once. In a form that is sent later, use `Checkbox`. */
export function Switch({ label, checked, disabled = false, describedBy, onChange }: SwitchProps) {
  return (
    <BaseSwitch.Root
      className={styles.track}
      aria-label={label}
      aria-describedby={describedBy}
      checked={checked}
      disabled={disabled}
      onCheckedChange={onChange}
    >
      <BaseSwitch.Thumb className={styles.thumb} />
    </BaseSwitch.Root>
  );
}
