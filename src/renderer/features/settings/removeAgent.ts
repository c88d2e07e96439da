import { settingsStore, updateSetting } from '../../state/settingsStore';
import { showToast } from '../../ui/toasts';

export function removeAgent(id: string): void {
  updateSetting(['agents', id], undefined);
}

/** Its sessions stay; without it they can be read, not continued. */
export function removeAgentWithUndo(id: string, name: string): void {
  const settings = settingsStore.getState().settings.agents[id];
  removeAgent(id);
  showToast({
    id: `agent:${id}`,
    title: `${name} was removed`,
    action: { label: 'Undo', run: () => updateSetting(['agents', id], settings) },
  });
}
