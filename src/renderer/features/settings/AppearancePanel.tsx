import type { Theme } from '#shared/settings';
import type { SettingName } from '#window/state/layout/settingNames';
import { updateSetting, useSettings } from '#window/state/settingsStore';
import { classNames } from '#window/ui/classNames';
import { NumberField } from '#window/ui/form/NumberField';
import { RadioCards } from '#window/ui/form/RadioCards';
import styles from './AppearancePanel.module.css';
import { SettingRow } from './SettingRow';

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
  const diffSize = useSettings((settings) => settings.review.fontSize);
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
        label="Diff font size"
        description="Text size of diffs, in pixels."
        section="review"
        value={diffSize}
      />
      <FontSizeRow
        label="Terminal font size"
        description="Text size of terminals, in pixels."
        section="terminal"
        value={terminalSize}
      />
    </>
  );
}

interface FontSizeRowProps {
  readonly label: SettingName;
  readonly description: string;
  readonly section: 'transcript' | 'terminal' | 'review';
  readonly value: number;
}

function FontSizeRow({ label, description, section, value }: FontSizeRowProps) {
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

/** A small window in the theme's own colours, whatever theme is in use. */
function ThemePreview({ theme }: { readonly theme: Theme }) {
  if (theme !== 'system') return <Miniature theme={theme} />;
  return (
    <span className={styles.halves} aria-hidden="true">
      <Miniature theme="light" />
      <Miniature theme="dark" />
    </span>
  );
}

function Miniature({ theme }: { readonly theme: Exclude<Theme, 'system'> }) {
  return (
    <span className={classNames(styles.window, styles[theme])} aria-hidden="true">
      <span className={styles.sidebar} />
      <span className={styles.content}>
        <span className={styles.line} />
        <span className={styles.line} />
        <span className={styles.button} />
      </span>
    </span>
  );
}
