import { ListFilter } from 'lucide-react';
import {
  orderSessions,
  SESSION_ORDERS,
  type SessionOrder,
  SHOWN_SESSIONS,
  type ShownSessions,
  showSessions,
  useSessionList,
} from '#window/state/session/sessionListStore';
import { IconButton } from '#window/ui/form/IconButton';
import { Menu } from '#window/ui/overlay/Menu';
import type { MenuItem } from '#window/ui/overlay/menuItem';

const shownWords: Readonly<Record<ShownSessions, string>> = {
  all: 'All sessions',
  waiting: 'Waiting for you',
  review: 'Ready for review',
  failed: 'Failed',
  working: 'Working',
};

const orderWords: Readonly<Record<SessionOrder, string>> = {
  newest: 'Newest first',
  attention: 'Needs attention first',
};

/** Which sessions the sidebar lists, and in which order. */
export function ShownMenu() {
  const shown = useSessionList((state) => state.shown);
  const order = useSessionList((state) => state.order);
  const items: readonly MenuItem[] = [
    ...SHOWN_SESSIONS.map((choice) => ({
      kind: 'choice' as const,
      id: choice,
      label: shownWords[choice],
      checked: choice === shown,
      run: () => showSessions(choice),
    })),
    { kind: 'separator', id: 'order' },
    ...SESSION_ORDERS.map((choice) => ({
      kind: 'choice' as const,
      id: choice,
      label: orderWords[choice],
      checked: choice === order,
      run: () => orderSessions(choice),
    })),
  ];
  return (
    <Menu
      trigger={
        <IconButton
          icon={ListFilter}
          label={shown === 'all' ? 'Filter and sort' : `Filter and sort: ${shownWords[shown]}`}
          size="small"
          data-filtered={shown !== 'all' || undefined}
        />
      }
      items={items}
    />
  );
}
