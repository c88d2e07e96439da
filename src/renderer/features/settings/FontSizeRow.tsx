import { updateSetting } from '../../state/settingsStore';
import { NumberField } from '../../ui/NumberField';
import { SettingRow } from './SettingRow';

interface FontSizeRowProps {
  readonly label: string;
  readonly description: string;
  readonly section: 'transcript' | 'terminal';
  readonly value: number;
}

export function FontSizeRow({ label, description, section, value }: FontSizeRowProps) {
  return (
    <SettingRow label={label} description={description}>
      <NumberField
        label={label}
        value={value}
        minimum={8}
        maximum={32}
        onCommit={(size) => updateSetting([section, 'fontSize'], size)}
      />
    </SettingRow>
  );
}
