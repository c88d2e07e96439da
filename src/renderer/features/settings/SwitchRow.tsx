import { useId } from 'react';
import type { SettingsPath } from '#shared/settings';
import type { SettingName } from '#window/state/layout/settingNames';
import { updateSetting } from '#window/state/settingsStore';
import { Switch } from '#window/ui/form/Switch';
import { SettingRow } from './SettingRow';

interface SwitchRowProps {
  readonly label: SettingName;
  readonly description: string;
  readonly path: SettingsPath;
  readonly checked: boolean;
  readonly disabled?: boolean;
}

export function SwitchRow({ label, description, path, checked, disabled = false }: SwitchRowProps) {
  const id = useId();
  return (
    <SettingRow label={label} description={description} descriptionId={id}>
      <Switch
        label={label}
        describedBy={id}
        checked={checked}
        disabled={disabled}
        onChange={(next) => updateSetting(path, next)}
      />
    </SettingRow>
  );
}
