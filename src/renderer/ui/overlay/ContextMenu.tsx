import { ContextMenu as BaseContextMenu } from '@base-ui/react/context-menu';
import type { ReactElement } from 'react';
import { MenuItems } from './MenuItems';
import type { MenuItem } from './menuItem';

interface ContextMenuProps {
  /**
   * The element that is right-clicked. Every action of the menu must also be available elsewhere.
   */
  readonly target: ReactElement;
  readonly items: readonly MenuItem[];
}

export function ContextMenu({ target, items }: ContextMenuProps) {
  return (
    <BaseContextMenu.Root>
      <BaseContextMenu.Trigger render={target} />
      <MenuItems items={items} />
    </BaseContextMenu.Root>
  );
}
