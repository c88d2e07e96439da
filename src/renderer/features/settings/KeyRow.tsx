import { RotateCcw, X } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import type { Command } from '#window/commands/command';
import { recordChord } from '#window/commands/recordChord';
import { isMac } from '#window/state/appInfoStore';
import { updateSetting } from '#window/state/settingsStore';
import { IconButton } from '#window/ui/form/IconButton';
import { Kbd, type Shortcut } from '#window/ui/text/Kbd';
import styles from './KeyboardPanel.module.css';

interface KeyRowProps {
  readonly command: Command;
  readonly shortcut: Shortcut | undefined;
  readonly isChanged: boolean;
  /** Other commands that have the same key. */
  readonly rivals: readonly Command[];
}

export function KeyRow({ command, shortcut, isChanged, rivals }: KeyRowProps) {
  const [isRecording, setIsRecording] = useState(false);
  const setKey = (chord: string | null) => updateSetting(['keybindings', command.id], chord);

  const record = (event: KeyboardEvent) => {
    if (!isRecording || event.key === 'Tab') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') return setIsRecording(false);
    const chord = recordChord(event.nativeEvent, isMac());
    if (chord === undefined) return;
    setIsRecording(false);
    setKey(chord);
  };

  return (
    <li className={styles.row}>
      <span className={styles.title}>
        {command.title}
        {rivals.length > 0 && (
          <span className={styles.rivals}>
            Already used by {rivals.map(({ title }) => `“${title}”`).join(', ')}
          </span>
        )}
      </span>
      {isChanged && (
        <IconButton
          icon={RotateCcw}
          size="small"
          label={`Reset shortcut for “${command.title}”`}
          onClick={() => setKey(command.key ?? null)}
        />
      )}
      {shortcut && (
        <IconButton
          icon={X}
          size="small"
          label={`Remove shortcut for “${command.title}”`}
          onClick={() => setKey(null)}
        />
      )}
      <button
        type="button"
        className={styles.key}
        aria-label={`Shortcut for “${command.title}”: ${shortcut?.aria ?? 'none'}`}
        aria-pressed={isRecording}
        onClick={() => setIsRecording(!isRecording)}
        onKeyDown={record}
        onBlur={() => setIsRecording(false)}
      >
        <KeyText isRecording={isRecording} shortcut={shortcut} />
      </button>
    </li>
  );
}

function KeyText(props: {
  readonly isRecording: boolean;
  readonly shortcut: Shortcut | undefined;
}) {
  if (props.isRecording) return <span role="status">Press the keys…</span>;
  return props.shortcut ? <Kbd shortcut={props.shortcut} /> : <span>Set shortcut</span>;
}
