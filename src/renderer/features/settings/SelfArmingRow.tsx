import { useId } from 'react';
import { updateSetting, useSettings } from '../../state/settingsStore';
import { TextArea } from '../../ui/TextArea';
import { useDraft } from '../../ui/useDraft';
import { SettingRow } from './SettingRow';

/** One pattern per line. */
export function SelfArmingRow() {
  const saved = useSettings((settings) => settings.review.selfArming);
  const [text, setText] = useDraft(saved.join('\n'));
  const id = useId();
  const commit = () => {
    const lines = text.split('\n').map((line) => line.trim());
    const names = lines.filter((line) => line !== '');
    if (names.join('\n') !== saved.join('\n')) updateSetting(['review', 'selfArming'], names);
  };
  return (
    <SettingRow
      label="More files that can run code"
      description="One name per line, such as “deploy/” or “*.hook”. Accepting one of them is always asked for on its own, as it is for hooks, editor settings and agents’ instructions."
      descriptionId={id}
      stacked
    >
      <TextArea
        rows={3}
        placeholder={'deploy/\n*.hook'}
        aria-label="More files that can run code"
        aria-describedby={id}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={commit}
      />
    </SettingRow>
  );
}
