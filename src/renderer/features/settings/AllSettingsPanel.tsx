import { FilePenLine, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type { Settings } from '#shared/settings';
import {
  defaultOfSetting,
  isChanged,
  pathOfSetting,
  type SettingKey,
  settingKeys,
  settingTable,
  valueOfSetting,
} from '#shared/settingTable';
import { changeWithUndo } from '#window/actions/changeWithUndo';
import { commands } from '#window/commands/commands';
import { reportError } from '#window/diagnostics/reportError';
import { useSettings } from '#window/state/settingsStore';
import { Button } from '#window/ui/form/Button';
import { IconButton } from '#window/ui/form/IconButton';
import { TextField } from '#window/ui/form/TextField';
import { visibleLine } from '#window/ui/text/visibleText';
import styles from './AgentsPanel.module.css';

/** All settings, each with key, description, value, default and a way to reset it. */
export function AllSettingsPanel() {
  const [sought, setSought] = useState('');
  const settings = useSettings((all) => all);
  const found = settingKeys.filter((key) => fits(key, sought));
  return (
    <>
      <div className={styles.adding}>
        <TextField
          type="search"
          aria-label="Search settings"
          placeholder="Search by key or words"
          value={sought}
          onChange={(event) => setSought(event.currentTarget.value)}
        />
      </div>
      {found.length === 0 ? (
        <p className={styles.empty}>No setting matches “{sought.trim()}”.</p>
      ) : (
        <ul className={styles.list} aria-label="All settings">
          {found.map((key) => (
            <SettingItem key={key} name={key} settings={settings} />
          ))}
        </ul>
      )}
      <p className={styles.hint}>
        Changes in settings.json apply when the file is saved. Editors that support JSON schemas can
        complete it: the schema is settings.schema.json in the same folder.
      </p>
      <Button icon={FilePenLine} onClick={() => commands.run('settings.openFile')}>
        Edit settings.json
      </Button>
    </>
  );
}

interface SettingItemProps {
  readonly name: SettingKey;
  readonly settings: Settings;
}

function SettingItem({ name, settings }: SettingItemProps) {
  const isReset = !isChanged(settings, name);
  const usual = wordsOf(defaultOfSetting(name));
  return (
    <li className={styles.agent}>
      <div className={styles.facts}>
        <code className={styles.name}>{name}</code>
        <span className={styles.finding}>{settingTable[name]}</span>
        <span className={styles.finding}>
          {isReset
            ? `Default: ${usual}`
            : `${wordsOf(valueOfSetting(settings, name))} · Default: ${usual}`}
        </span>
      </div>
      <IconButton
        icon={RotateCcw}
        label={`Reset ${name}`}
        reason={isReset ? 'It already has its default value.' : null}
        onClick={() => reset(name)}
      />
    </li>
  );
}

/** Whether every word is in the key or the description. */
function fits(key: SettingKey, sought: string): boolean {
  const text = `${key} ${settingTable[key]}`.toLowerCase();
  return sought
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Collections are only counted, because they may hold secrets and have their own pages. */
function wordsOf(value: unknown): string {
  if (value === undefined) return 'not set';
  if (typeof value === 'object' && value !== null) {
    const count = Object.keys(value).length;
    return count === 0 ? 'empty' : `${count} set`;
  }
  return visibleLine(JSON.stringify(value));
}

function reset(key: SettingKey): void {
  const notice = { id: `setting:${key}`, title: `${key} was reset` };
  changeWithUndo(notice, [{ path: pathOfSetting(key) }]).catch(reportError);
}
