import { reportError } from '#window/diagnostics/reportError';
import type { MenuItem } from '#window/ui/overlay/menuItem';

export type MenuAction = Extract<MenuItem, { kind: 'action' }>;

/** An item that does something; what fails is reported. */
export function menuAction(
  id: string,
  label: string,
  icon: NonNullable<MenuAction['icon']>,
  run: () => void | Promise<void>,
): MenuAction {
  return {
    kind: 'action',
    id,
    label,
    icon,
    run: () => void Promise.resolve(run()).catch(reportError),
  };
}
