import type { SettingChange } from '#shared/settings';
import { reportError } from '../../diagnostics/reportError';
import { call } from '../../ipc/client';
import { showToast } from '../../ui/toasts';

/** Changes settings.json once, says so, and offers to take all of it back. */
export async function changeWithUndo(
  notice: { readonly id: string; readonly title: string },
  changes: readonly SettingChange[],
): Promise<void> {
  const { undo } = await call('settings.update', { changes });
  if (undo === null) return;
  showToast({
    ...notice,
    action: { label: 'Undo', run: () => void call('settings.undo', { undo }).catch(reportError) },
  });
}
