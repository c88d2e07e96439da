import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { openDialog } from './dialogStore';

export type SettingsSectionName =
  | 'General'
  | 'Appearance'
  | 'Agents'
  | 'Keyboard'
  | 'Notifications'
  | 'About';

interface SettingsSectionState {
  readonly section: SettingsSectionName;
  /** The form for a new agent is open. */
  readonly isAddingAgent: boolean;
}

const store = createStore<SettingsSectionState>(() => ({
  section: 'General',
  isAddingAgent: false,
}));

/** Which part of the settings is shown. */
export const settingsSection = {
  use: () => useStore(store, ({ section }) => section),
  show: (section: SettingsSectionName) => store.setState({ section, isAddingAgent: false }),
  useIsAddingAgent: () => useStore(store, ({ isAddingAgent }) => isAddingAgent),
  addAgent: (isAddingAgent: boolean) => store.setState({ section: 'Agents', isAddingAgent }),
};

export function openAddAgent(): void {
  settingsSection.addAgent(true);
  openDialog('settings');
}
