import type { Theme } from '#shared/settings';
import { updateSetting, useSettings } from '../../state/settingsStore';
import { RadioCards } from '../../ui/RadioCards';
import { FontSizeRow } from './FontSizeRow';
import { SettingRow } from './SettingRow';
import { ThemePreview } from './ThemePreview';

const themes: readonly { readonly value: Theme; readonly label: string }[] = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'high-contrast', label: 'High contrast' },
];

const cards = themes.map((theme) => ({ ...theme, preview: <ThemePreview theme={theme.value} /> }));

export function AppearancePanel() {
  const theme = useSettings((settings) => settings.theme);
  const transcriptSize = useSettings((settings) => settings.transcript.fontSize);
  const terminalSize = useSettings((settings) => settings.terminal.fontSize);
  return (
    <>
      <SettingRow label="Theme" stacked>
        <RadioCards
          label="Theme"
          hideLabel
          value={theme}
          cards={cards}
          onChange={(next) => updateSetting(['theme'], next)}
        />
      </SettingRow>
      <FontSizeRow
        label="Transcript font size"
        description="Text size of transcripts, in pixels."
        section="transcript"
        value={transcriptSize}
      />
      <FontSizeRow
        label="Terminal font size"
        description="Pixels, in terminals."
        section="terminal"
        value={terminalSize}
      />
    </>
  );
}
