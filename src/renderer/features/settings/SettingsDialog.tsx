import { Tabs } from '@base-ui/react/tabs';
import {
  Bell,
  Bot,
  FolderGit2,
  HardDrive,
  Info,
  Keyboard,
  ListFilter,
  type LucideIcon,
  Palette,
  Plug,
  ShieldCheck,
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
import { AllSettingsPanel } from './AllSettingsPanel';
import { AppearancePanel } from './AppearancePanel';
import { GeneralPanel } from './GeneralPanel';
import { KeyboardPanel } from './KeyboardPanel';
import { McpPanel } from './mcp/McpPanel';
import { ProjectsPanel } from './ProjectsPanel';
import { RulesPanel } from './rules/RulesPanel';
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
  { name: 'MCP servers', icon: Plug, panel: McpPanel },
  { name: 'Projects', icon: FolderGit2, panel: ProjectsPanel },
  { name: 'Permission rules', icon: ShieldCheck, panel: RulesPanel },
  { name: 'Keyboard', icon: Keyboard, panel: KeyboardPanel },
  { name: 'Notifications', icon: Bell, panel: NotificationsPanel },
  { name: 'Storage', icon: HardDrive, panel: StoragePanel },
  { name: 'All settings', icon: ListFilter, panel: AllSettingsPanel },
  { name: 'About', icon: Info, panel: AboutPanel },
];

/**
 * Shows the settings as main reports them. Each change is sent to main, and comes back as an event.
 */
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

/** The control of a setting that was opened by name, or the first field of a form that was. */
function soughtControl(): HTMLElement | null {
  return (
    document.querySelector<HTMLElement>(
      '[data-sought] :is(button, input, textarea, [role="switch"], [role="radio"]):not([tabindex="-1"])',
    ) ??
    document.querySelector<HTMLElement>(
      '[role="tabpanel"] form :is(input:not([type="checkbox"]), textarea):not([tabindex="-1"])',
    )
  );
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
