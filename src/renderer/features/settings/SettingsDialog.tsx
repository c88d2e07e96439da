import { Tabs } from '@base-ui/react/tabs';
import {
  Bell,
  Bot,
  HardDrive,
  Info,
  Keyboard,
  type LucideIcon,
  Palette,
  SlidersHorizontal,
} from 'lucide-react';
import type { ComponentType } from 'react';
import { closeDialog, useDialogIsOpen } from '../../state/dialogStore';
import { type SettingsSectionName, settingsSection } from '../../state/settingsSection';
import { Dialog } from '../../ui/Dialog';
import { Icon } from '../../ui/Icon';
import { AboutPanel } from './AboutPanel';
import { AgentsPanel } from './AgentsPanel';
import { AppearancePanel } from './AppearancePanel';
import { GeneralPanel } from './GeneralPanel';
import { KeyboardPanel } from './KeyboardPanel';
import { NotificationsPanel } from './NotificationsPanel';
import styles from './SettingsDialog.module.css';
import { StoragePanel } from './StoragePanel';

interface Section {
  readonly name: SettingsSectionName;
  readonly icon: LucideIcon;
  readonly panel: ComponentType;
}

const sections: readonly Section[] = [
  { name: 'General', icon: SlidersHorizontal, panel: GeneralPanel },
  { name: 'Appearance', icon: Palette, panel: AppearancePanel },
  { name: 'Agents', icon: Bot, panel: AgentsPanel },
  { name: 'Keyboard', icon: Keyboard, panel: KeyboardPanel },
  { name: 'Notifications', icon: Bell, panel: NotificationsPanel },
  { name: 'Storage', icon: HardDrive, panel: StoragePanel },
  { name: 'About', icon: Info, panel: AboutPanel },
];

/** Shows what main says the settings are; each change is asked of main and comes back from it. */
export function SettingsDialog() {
  return (
    <Dialog
      open={useDialogIsOpen('settings')}
      title="Settings"
      size="large"
      onClose={() => closeDialog('settings')}
      onClosed={() => settingsSection.show('General')}
    >
      <Tabs.Root
        className={styles.tabs}
        orientation="vertical"
        value={settingsSection.use()}
        onValueChange={(name: SettingsSectionName) => settingsSection.show(name)}
      >
        <Tabs.List className={styles.list} aria-label="Sections" activateOnFocus>
          {sections.map(({ name, icon }) => (
            <Tabs.Tab key={name} className={styles.tab} value={name}>
              <Icon icon={icon} />
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {sections.map(({ name, panel: Panel }) => (
          <Tabs.Panel key={name} className={styles.panel} value={name}>
            <Panel />
          </Tabs.Panel>
        ))}
      </Tabs.Root>
    </Dialog>
  );
}
