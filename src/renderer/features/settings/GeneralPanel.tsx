import type { Isolation } from '#shared/settings';
import { isMac } from '../../state/appInfoStore';
import { updateSetting, useSettings } from '../../state/settingsStore';
import { Select } from '../../ui/Select';
import { EditorCommandRow } from './EditorCommandRow';
import { SelfArmingRow } from './SelfArmingRow';
import { SettingRow } from './SettingRow';
import { SwitchRow } from './SwitchRow';

const isolations: readonly { readonly value: Isolation; readonly label: string }[] = [
  { value: 'isolated', label: 'Isolated' },
  { value: 'in-place', label: 'In place' },
];

export function GeneralPanel() {
  const isolation = useSettings((settings) => settings.defaultIsolation);
  const enterSends = useSettings((settings) => settings.composer.enterSends);
  const showThoughts = useSettings((settings) => settings.transcript.showThoughts);
  return (
    <>
      <SettingRow
        label="Default isolation"
        description="Isolated sessions work in a copy of the folder; in-place sessions work in the folder itself."
      >
        <Select
          label="Default isolation"
          value={isolation}
          options={isolations}
          onChange={(next) => updateSetting(['defaultIsolation'], next)}
        />
      </SettingRow>
      <SwitchRow
        label="Enter sends the prompt"
        description={`Shift+Enter starts a new line. When off, Enter starts a new line and ${isMac() ? '⌘' : 'Ctrl+'}Enter sends.`}
        path={['composer', 'enterSends']}
        checked={enterSends}
      />
      <SwitchRow
        label="Show thoughts"
        description="Unfold what agents think between their answers."
        path={['transcript', 'showThoughts']}
        checked={showThoughts}
      />
      <EditorCommandRow />
      <SelfArmingRow />
    </>
  );
}
