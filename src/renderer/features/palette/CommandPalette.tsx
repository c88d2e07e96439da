import { Autocomplete } from '@base-ui/react/autocomplete';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { commands, useCommands } from '#window/commands/commands';
import { closeDialog, useDialogIsOpen } from '#window/state/layout/dialogStore';
import { Icon } from '#window/ui/Icon';
import { Dialog } from '#window/ui/overlay/Dialog';
import styles from './CommandPalette.module.css';
import { PaletteItem } from './PaletteItem';
import { type PaletteGroup, type RankedCommand, rankCommands } from './rankCommands';

export function CommandPalette() {
  return (
    <Dialog
      bare
      open={useDialogIsOpen('palette')}
      title="Command palette"
      onClose={() => closeDialog('palette')}
    >
      <PaletteContent />
    </Dialog>
  );
}

/** Mounted each time, so that the palette opens empty. */
function PaletteContent() {
  const [query, setQuery] = useState('');
  const offered = useCommands().filter(({ id, hidden }) => !hidden && commands.isEnabled(id));
  const groups = rankCommands(query, offered);

  return (
    <Autocomplete.Root
      open
      inline
      items={groups}
      filter={null}
      value={query}
      onValueChange={setQuery}
      itemToStringValue={(item: RankedCommand) => item.command.title}
      autoHighlight="always"
      keepHighlight
    >
      <div className={styles.head}>
        <Icon icon={Search} />
        <Autocomplete.Input
          className={styles.input}
          aria-label="Search commands"
          placeholder="Search commands"
          spellCheck={false}
        />
      </div>
      <Autocomplete.List className={styles.list} aria-label="Commands">
        {(group: PaletteGroup) => (
          <Autocomplete.Group key={group.label} items={group.items} className={styles.group}>
            {group.label !== '' && (
              <Autocomplete.GroupLabel className={styles.groupLabel}>
                {group.label}
              </Autocomplete.GroupLabel>
            )}
            <Autocomplete.Collection>
              {(item: RankedCommand) => (
                <PaletteItem key={item.command.id} item={item} onChoose={choose} />
              )}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
      <Autocomplete.Empty className={styles.empty}>
        No command matches “{query}”.
      </Autocomplete.Empty>
    </Autocomplete.Root>
  );
}

/** Closing comes first: the command may open another dialog, which takes this one's place. */
function choose(item: RankedCommand): void {
  closeDialog('palette');
  commands.run(item.command.id);
}
