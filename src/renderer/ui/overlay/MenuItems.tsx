import { Menu as BaseMenu } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import { classNames } from '#window/ui/classNames';
import { Icon } from '#window/ui/Icon';
import popup from '#window/ui/popup.module.css';
import { Kbd } from '#window/ui/text/Kbd';
import { unavailable } from '#window/ui/unavailable';
import type { MenuItem } from './menuItem';
import { tooltip } from './tooltip';

/** The floating part that menus and context menus share. */
export function MenuItems({ items }: { readonly items: readonly MenuItem[] }) {
  return (
    <BaseMenu.Portal>
      <BaseMenu.Positioner className={popup.positioner} sideOffset={4} align="start">
        <BaseMenu.Popup className={popup.popup}>
          {items.map((item) =>
            item.kind === 'separator' ? (
              <BaseMenu.Separator key={item.id} className={popup.separator} />
            ) : item.kind === 'choice' ? (
              <BaseMenu.CheckboxItem
                key={item.id}
                className={popup.item}
                checked={item.checked}
                closeOnClick
                onClick={item.run}
              >
                <span className={popup.check}>
                  {item.checked && <Icon icon={Check} size="small" />}
                </span>
                <span className={popup.itemText}>{item.label}</span>
              </BaseMenu.CheckboxItem>
            ) : (
              <BaseMenu.Item
                key={item.id}
                className={classNames(popup.item, item.destructive && popup.danger)}
                {...tooltip({ text: item.reason ?? '', side: 'right' })}
                {...unavailable(item.reason)}
                disabled={item.disabled ?? typeof item.reason === 'string'}
                onClick={item.run}
                aria-keyshortcuts={item.shortcut?.aria}
              >
                {item.icon && <Icon icon={item.icon} size="small" />}
                <span className={popup.itemText}>{item.label}</span>
                {item.shortcut && <Kbd shortcut={item.shortcut} />}
              </BaseMenu.Item>
            ),
          )}
        </BaseMenu.Popup>
      </BaseMenu.Positioner>
    </BaseMenu.Portal>
  );
}
