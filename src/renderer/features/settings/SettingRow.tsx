import type { ReactNode } from 'react';
import type { SettingName } from '#window/state/layout/settingNames';
import { settingsSection } from '#window/state/layout/settingsSection';
import styles from './SettingRow.module.css';

interface SettingRowProps {
  readonly label: SettingName;
  readonly description?: string;
  /** Ties the description to the control. */
  readonly descriptionId?: string;
  /** Controls that need the full width go below the text. */
  readonly stacked?: boolean;
  /** The value that the control shows could not be saved. */
  readonly isUnsaved?: boolean;
  readonly children: ReactNode;
}

/**
 * A setting, with its description on the left and its control on the right. The control carries the
 * name.
 */
export function SettingRow({ stacked = false, ...props }: SettingRowProps) {
  const isSought = settingsSection.useSought() === props.label;
  return (
    <div
      className={stacked ? styles.stacked : styles.row}
      data-sought={isSought ? true : undefined}
    >
      <div className={styles.text}>
        <div className={styles.label} aria-hidden="true">
          {props.label}
        </div>
        {props.description && (
          <div id={props.descriptionId} className={styles.description}>
            {props.description}
          </div>
        )}
      </div>
      {props.children}
      {props.isUnsaved && (
        <p className={styles.unsaved} role="alert">
          Not saved.
        </p>
      )}
    </div>
  );
}
