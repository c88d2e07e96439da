import type { SettingChange } from '#shared/settings';
import { reportError } from '#window/diagnostics/reportError';
import { call } from '#window/ipc/client';
import { showToast } from '#window/ui/overlay/toasts';

/** Changes settings.json once, reports it, and offers to undo all of it. */
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
