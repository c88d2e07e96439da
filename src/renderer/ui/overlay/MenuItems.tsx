import { Menu as BaseMenu } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import { classNames } from '#window/ui/classNames';
import { Icon } from '#window/ui/Icon';
import popup from '#window/ui/popup.module.css';
import { Kbd } from '#window/ui/text/Kbd';
import { unavailable } from '#window/ui/unavailable';
import type { MenuItem } from './menuItem';
import { tooltip } from './tooltip';

/** The popup that menus and context menus share. */
export function MenuItems({ items }: { readonly items: readonly MenuItem[] }) {
  return (
    <BaseMenu.Portal>
      <BaseMenu.Positioner className={popup.positioner} sideOffset={4} align="start">
        <BaseMenu.Popup className={popup.popup}>
          {items.map((item) => (
            <MenuEntry key={item.id} item={item} />
          ))}
        </BaseMenu.Popup>
      </BaseMenu.Positioner>
    </BaseMenu.Portal>
  );
}

/** Only drawn while the menu is open. */
function MenuEntry({ item }: { readonly item: MenuItem }) {
  switch (item.kind) {
    case 'separator':
      return <BaseMenu.Separator className={popup.separator} />;
    case 'choice':
      return (
        <BaseMenu.CheckboxItem
          className={popup.item}
          checked={item.checked}
          closeOnClick
          onClick={item.run}
        >
          <span className={popup.check}>{item.checked && <Icon icon={Check} size="small" />}</span>
          <span className={popup.itemText}>{item.label}</span>
        </BaseMenu.CheckboxItem>
      );
    case 'action': {
      const { disabled = typeof item.reason === 'string' } = item;
      return (
        <BaseMenu.Item
          className={classNames(popup.item, item.destructive && popup.danger)}
          {...tooltip({ text: item.reason ?? '', side: 'right' })}
          {...unavailable(item.reason)}
          disabled={typeof disabled === 'function' ? disabled() : disabled}
          onClick={item.run}
          aria-keyshortcuts={item.shortcut?.aria}
        >
          {item.icon && <Icon icon={item.icon} size="small" />}
          <span className={popup.itemText}>{item.label}</span>
          {item.shortcut && <Kbd shortcut={item.shortcut} />}
        </BaseMenu.Item>
      );
    }
  }
}
