import { reportError } from '#window/diagnostics/reportError';
import type { MenuItem } from '#window/ui/overlay/menuItem';

export type MenuAction = Extract<MenuItem, { kind: 'action' }>;

/** A menu item that runs an action and reports its failure. */
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
