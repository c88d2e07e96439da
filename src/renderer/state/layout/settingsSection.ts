import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { openDialog } from './dialogStore';
import { type SettingName, settingNames } from './settingNames';

export type SettingsSectionName =
  | 'General'
  | 'Appearance'
  | 'Agents'
  | 'Projects'
  | 'Keyboard'
  | 'Notifications'
  | 'Storage'
  | 'About';

interface SettingsSectionState {
  readonly section: SettingsSectionName;
  readonly agentForm: AgentFormTarget | null;
  /** The project whose form is open, by its folder. */
  readonly projectForm: string | null;
  /** The setting that was asked for by its name; it gets the keyboard. */
  readonly sought: SettingName | null;
}

/** The form for an agent, where one is open. */
export type AgentFormTarget =
  | { readonly type: 'new' }
  | { readonly type: 'edit'; readonly id: string };

const store = createStore<SettingsSectionState>(() => ({
  section: 'General',
  agentForm: null,
  projectForm: null,
  sought: null,
}));

/** Which part of the settings is shown. */
export const settingsSection = {
  use: () => useStore(store, ({ section }) => section),
  show: (section: SettingsSectionName) =>
    store.setState({ section, agentForm: null, projectForm: null, sought: null }),
  useSought: () => useStore(store, ({ sought }) => sought),
  useAgentForm: () => useStore(store, ({ agentForm }) => agentForm),
  showAgentForm: (agentForm: AgentFormTarget | null) =>
    store.setState({ section: 'Agents', agentForm, sought: null }),
  useProjectForm: () => useStore(store, ({ projectForm }) => projectForm),
  showProjectForm: (projectForm: string | null) =>
    store.setState({ section: 'Projects', projectForm, sought: null }),
};

export function openAddAgent(): void {
  settingsSection.showAgentForm({ type: 'new' });
  openDialog('settings');
}

export function openProjectSettings(project: string): void {
  settingsSection.showProjectForm(project);
  openDialog('settings');
}

/** Shows a setting, and puts the keyboard on it. */
export function openSetting(name: SettingName): void {
  settingsSection.show(settingNames[name]);
  store.setState({ sought: name });
  openDialog('settings');
}

export function openStorageSettings(): void {
  settingsSection.show('Storage');
  openDialog('settings');
}
