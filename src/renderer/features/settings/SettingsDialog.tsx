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
import { closeDialog, useDialogIsOpen } from '#window/state/layout/dialogStore';
import { type SettingsSectionName, settingsSection } from '#window/state/layout/settingsSection';
import { useSettings } from '#window/state/settingsStore';
import { Icon } from '#window/ui/Icon';
import { Dialog } from '#window/ui/overlay/Dialog';
import { AboutPanel } from './AboutPanel';
import { AgentsPanel } from './AgentsPanel';
import { AppearancePanel } from './AppearancePanel';
import { GeneralPanel } from './GeneralPanel';
import { KeyboardPanel } from './KeyboardPanel';
import styles from './SettingsDialog.module.css';
import { StoragePanel } from './StoragePanel';
import { SwitchRow } from './SwitchRow';

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
      initialFocus={soughtControl}
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

/** By preference: the buttons of a number come before its field. */
const CONTROLS = [
  'input:not([aria-hidden="true"])',
  'textarea',
  '[role="radio"][tabindex="0"]',
  '[role="switch"]',
  'button',
];

/** The control of the setting that was asked for by its name. */
function soughtControl(): HTMLElement | null {
  const controls = CONTROLS.map((one) =>
    document.querySelector<HTMLElement>(`[data-sought] ${one}`),
  );
  return controls.find((control) => control !== null) ?? null;
}

function NotificationsPanel() {
  const { enabled, sound } = useSettings((settings) => settings.notifications);
  return (
    <>
      <SwitchRow
        label="Notify me"
        description="When an agent needs your attention or is done, and the window is not in front."
        path={['notifications', 'enabled']}
        checked={enabled}
      />
      <SwitchRow
        label="Play a sound"
        description="With each notification."
        path={['notifications', 'sound']}
        checked={sound}
        disabled={!enabled}
      />
    </>
  );
}
