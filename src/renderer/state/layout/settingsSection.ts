import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { openDialog } from './dialogStore';

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
}

/** The form for an agent, where one is open. */
export type AgentFormTarget =
  | { readonly type: 'new' }
  | { readonly type: 'edit'; readonly id: string };

const store = createStore<SettingsSectionState>(() => ({
  section: 'General',
  agentForm: null,
  projectForm: null,
}));

/** Which part of the settings is shown. */
export const settingsSection = {
  use: () => useStore(store, ({ section }) => section),
  show: (section: SettingsSectionName) =>
    store.setState({ section, agentForm: null, projectForm: null }),
  useAgentForm: () => useStore(store, ({ agentForm }) => agentForm),
  showAgentForm: (agentForm: AgentFormTarget | null) =>
    store.setState({ section: 'Agents', agentForm }),
  useProjectForm: () => useStore(store, ({ projectForm }) => projectForm),
  showProjectForm: (projectForm: string | null) =>
    store.setState({ section: 'Projects', projectForm }),
};

export function openAddAgent(): void {
  settingsSection.showAgentForm({ type: 'new' });
  openDialog('settings');
}

export function openProjectSettings(project: string): void {
  settingsSection.showProjectForm(project);
  openDialog('settings');
}

export function openStorageSettings(): void {
  settingsSection.show('Storage');
  openDialog('settings');
}
