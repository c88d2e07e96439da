import { type KeyboardEvent, useId } from 'react';
import { updateSetting, useSettings } from '../../state/settingsStore';
import { TextField } from '../../ui/TextField';
import { useDraft } from '../../ui/useDraft';
import { SettingRow } from './SettingRow';

export function EditorCommandRow() {
  const saved = useSettings((settings) => settings.editor.command ?? '');
  const [text, setText] = useDraft(saved);
  const id = useId();
  const commit = () => {
    const command = text.trim();
    // An editor without a command is one without the key: settings.json has no empty commands.
    if (command !== saved) updateSetting(['editor'], command === '' ? {} : { command });
  };
  return (
    <SettingRow
      label="Editor command"
      description="Opens files from a session, such as “code --goto” or “zed”. Empty uses the system’s choice."
      descriptionId={id}
      stacked
    >
      <TextField
        monospace
        placeholder="code --goto"
        aria-label="Editor command"
        aria-describedby={id}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={commit}
        onKeyDown={(event: KeyboardEvent) => event.key === 'Enter' && commit()}
      />
    </SettingRow>
  );
}
