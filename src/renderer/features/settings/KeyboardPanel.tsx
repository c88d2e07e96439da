import { useState } from 'react';
import { commandGroups } from '#shared/commands/commandTable';
import { chordOf, type KeyOverrides } from '#shared/commands/keyBindings';
import type { Command } from '#window/commands/command';
import { useCommands } from '#window/commands/commands';
import { shortcutOf } from '#window/commands/keyLabels';
import { isMac } from '#window/state/appInfoStore';
import { useSettings } from '#window/state/settingsStore';
import { TextField } from '#window/ui/form/TextField';
import type { Shortcut } from '#window/ui/text/Kbd';
import styles from './KeyboardPanel.module.css';
import { KeyRow } from './KeyRow';

/** All commands with their keys, which can be changed in place. */
export function KeyboardPanel() {
  const overrides = useSettings((settings) => settings.keybindings);
  const commands = useCommands();
  const [filter, setFilter] = useState('');
  const shortcuts = new Map(
    commands.map((command) => {
      const chord = chordOf(command, overrides, isMac());
      return [command.id, chord && shortcutOf(chord, isMac())];
    }),
  );
  const keysOf = ({ id }: Command) => shortcuts.get(id)?.aria;
  const words = filter.toLowerCase().split(/\s+/);
  const shown = commands.filter((command) => {
    const { title, group, keywords = '' } = command;
    const text = [group, title, keywords, ...keyWords(shortcuts.get(command.id))]
      .join(' ')
      .toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const groups = Map.groupBy(shown, ({ group }) => group);

  return (
    <>
      <div className={styles.search}>
        <TextField
          aria-label="Search commands and keys"
          placeholder="Search commands and keys"
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
        />
      </div>
      {[...groups].map(([group, members]) => (
        <section key={group} aria-label={group}>
          <h3 className={styles.group}>
            {group}
            <span className={styles.where}>{commandGroups[group]}</span>
          </h3>
          <ul className={styles.rows}>
            {members.map((command) => (
              <KeyRow
                key={command.id}
                command={command}
                shortcut={shortcuts.get(command.id)}
                isChanged={isChanged(command, overrides)}
                rivals={commands.filter(
                  (other) =>
                    other !== command &&
                    keysOf(other) !== undefined &&
                    keysOf(other) === keysOf(command),
                )}
              />
            ))}
          </ul>
        </section>
      ))}
      {shown.length === 0 && <p className={styles.none}>No command matches “{filter}”.</p>}
    </>
  );
}

/** The keys as symbols and as words: both can be searched. */
function keyWords(shortcut: Shortcut | undefined): readonly string[] {
  return shortcut === undefined ? [] : [shortcut.labels.join('+'), shortcut.aria];
}

function isChanged({ id, key }: Command, overrides: KeyOverrides): boolean {
  return Object.hasOwn(overrides, id) && overrides[id] !== (key ?? null);
}
