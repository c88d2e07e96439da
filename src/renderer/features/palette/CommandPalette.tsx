import { Autocomplete } from '@base-ui/react/autocomplete';
import { Search } from 'lucide-react';
import { type Ref, useMemo, useRef, useState } from 'react';
import { commands, useCommands } from '#window/commands/commands';
import { closeDialog, useDialogIsOpen } from '#window/state/layout/dialogStore';
import { useSessions } from '#window/state/session/sessionsStore';
import { Icon } from '#window/ui/Icon';
import { Dialog } from '#window/ui/overlay/Dialog';
import styles from './CommandPalette.module.css';
import { PaletteItem } from './PaletteItem';
import { commandEntry, sessionEntry, settingEntries } from './paletteEntries';
import {
  inGroups,
  type PaletteGroup,
  type RankedEntry,
  rankEntries,
  withFiles,
} from './rankEntries';
import { useFoundFiles } from './useFoundFiles';

/** Sessions that are offered before anything is typed. */
const RECENT = 5;

export function CommandPalette() {
  const isOpen = useDialogIsOpen('palette');
  const [wasOpen, setWasOpen] = useState(isOpen);
  const [query, setQuery] = useState('');
  const input = useRef<HTMLInputElement>(null);
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen);
    // The palette opens empty, even if the last one has not faded out yet.
    if (isOpen) setQuery('');
  }
  return (
    <Dialog
      bare
      open={isOpen}
      title="Command palette"
      initialFocus={() => input.current}
      onClose={() => closeDialog('palette')}
    >
      <PaletteContent input={input} query={query} setQuery={setQuery} />
    </Dialog>
  );
}

interface PaletteContentProps {
  readonly input: Ref<HTMLInputElement>;
  readonly query: string;
  setQuery(query: string): void;
}

function PaletteContent({ input, query, setQuery }: PaletteContentProps) {
  const offered = useCommands()
    .filter(({ id, hidden }) => !hidden && commands.isEnabled(id))
    .map(commandEntry);
  const all = useSessions();
  const sessions = useMemo(
    () => [...(all?.values() ?? [])].toSorted((left, right) => right.updatedAt - left.updatedAt),
    [all],
  );
  const files = useFoundFiles(query);
  const recent = sessions.filter(({ archived }) => !archived).slice(0, RECENT);
  const groups =
    query.trim() === ''
      ? inGroups([...offered, ...recent.map(sessionEntry)])
      : withFiles(
          rankEntries(query, [...offered, ...settingEntries, ...sessions.map(sessionEntry)]),
          files,
        );

  return (
    <Autocomplete.Root
      open
      inline
      items={groups}
      filter={null}
      value={query}
      onValueChange={setQuery}
      itemToStringValue={(item: RankedEntry) => item.entry.title}
      autoHighlight="always"
      keepHighlight
    >
      <div className={styles.head}>
        <Icon icon={Search} />
        <Autocomplete.Input
          ref={input}
          className={styles.input}
          aria-label="Search commands, sessions, settings and files"
          placeholder="Search commands, sessions, settings and files"
          spellCheck={false}
        />
      </div>
      <Autocomplete.List className={styles.list} aria-label="Results">
        {(group: PaletteGroup) => (
          <Autocomplete.Group key={group.label} items={group.items} className={styles.group}>
            {group.label !== '' && (
              <Autocomplete.GroupLabel className={styles.groupLabel}>
                {group.label}
              </Autocomplete.GroupLabel>
            )}
            <Autocomplete.Collection>
              {(item: RankedEntry) => (
                <PaletteItem key={item.entry.key} item={item} onChoose={choose} />
              )}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
      <Autocomplete.Empty className={styles.empty}>
        No command, session, setting or file matches “{query}”.
      </Autocomplete.Empty>
    </Autocomplete.Root>
  );
}

/** Closes the palette first, because the entry may open another dialog in its place. */
function choose(item: RankedEntry): void {
  closeDialog('palette');
  item.entry.run();
}
