import { Menu as BaseMenu } from '@base-ui/react/menu';
import type { ReactElement } from 'react';
import { MenuItems } from './MenuItems';
import type { MenuItem } from './menuItem';

interface MenuProps {
  /** The button that opens it, with an accessible name. */
  readonly trigger: ReactElement;
  readonly items: readonly MenuItem[];
}

export function Menu({ trigger, items }: MenuProps) {
  return (
    <BaseMenu.Root>
      <BaseMenu.Trigger render={trigger} />
      <MenuItems items={items} />
    </BaseMenu.Root>
  );
}
