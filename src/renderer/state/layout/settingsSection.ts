import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { openDialog } from './dialogStore';

export type SettingsSectionName =
  | 'General'
  | 'Appearance'
  | 'Agents'
  | 'Keyboard'
  | 'Notifications'
  | 'Storage'
  | 'About';

interface SettingsSectionState {
  readonly section: SettingsSectionName;
  readonly agentForm: AgentFormTarget | null;
}

/** The form for an agent, where one is open. */
export type AgentFormTarget =
  /** `known` is the id of a known agent that it is filled in with. */
  | { readonly type: 'new'; readonly known?: string }
  | { readonly type: 'edit'; readonly id: string };

const store = createStore<SettingsSectionState>(() => ({
  section: 'General',
  agentForm: null,
}));

/** Which part of the settings is shown. */
export const settingsSection = {
  use: () => useStore(store, ({ section }) => section),
  show: (section: SettingsSectionName) => store.setState({ section, agentForm: null }),
  useAgentForm: () => useStore(store, ({ agentForm }) => agentForm),
  showAgentForm: (agentForm: AgentFormTarget | null) =>
    store.setState({ section: 'Agents', agentForm }),
};

export function openAddAgent(): void {
  settingsSection.showAgentForm({ type: 'new' });
  openDialog('settings');
}

export function openAgentForm(form: AgentFormTarget): void {
  settingsSection.showAgentForm(form);
  openDialog('settings');
}

export function openAgentSettings(): void {
  settingsSection.show('Agents');
  openDialog('settings');
}

export function openStorageSettings(): void {
  settingsSection.show('Storage');
  openDialog('settings');
}
