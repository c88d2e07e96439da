import 'dockview-react/dist/styles/dockview.css';
import './dockview.css';
import {
  type DockviewApi,
  type DockviewDidDropEvent,
  type DockviewGroupPanel,
  DockviewReact,
  type DockviewReadyEvent,
  type DockviewTheme,
  type IDockviewPanelProps,
} from 'dockview-react';
import { type ComponentType, useEffect, useMemo, useState } from 'react';
import { connectPanes } from '../../state/panes';
import { carriesSession, droppedSession } from '../../state/sessionDrag';
import { sessionsStore } from '../../state/sessionsStore';
import { EmptyPane } from './EmptyPane';
import { PaneActions } from './PaneActions';
import { PaneController } from './paneController';
import { EMPTY_COMPONENT, SESSION_COMPONENT } from './paneLayout';
import { SessionPanel, type SessionViewProps } from './SessionPanel';
import { SessionTab } from './SessionTab';

interface PaneGridProps {
  /** What a pane shows of its session. */
  readonly view: ComponentType<SessionViewProps>;
}

const theme: DockviewTheme = {
  name: 'airlock',
  className: 'airlock-panes',
  dndPanelOverlay: 'content',
  dndTabIndicator: 'line',
};

/** Long enough for a drag of a splitter to be saved once. */
const SAVE_DELAY_MILLISECONDS = 250;

/** All panes. The layout is the docking library's; what it shows and what may be asked of it is ours. */
export function PaneGrid({ view }: PaneGridProps) {
  const [api, setApi] = useState<DockviewApi | null>(null);
  const components = useMemo(
    () => ({
      [SESSION_COMPONENT]: (props: IDockviewPanelProps) => (
        <SessionPanel api={props.api} view={view} />
      ),
      [EMPTY_COMPONENT]: (props: IDockviewPanelProps) => <EmptyPane api={props.api} />,
    }),
    [view],
  );
  const controller = useMemo(() => api && new PaneController(api), [api]);
  useEffect(() => {
    if (api !== null && controller !== null) return attach(api, controller);
  }, [api, controller]);

  const drop = (event: DockviewDidDropEvent) => {
    const { nativeEvent, group, position } = event;
    const dragged = nativeEvent instanceof DragEvent && droppedSession(nativeEvent.dataTransfer);
    if (dragged) controller?.drop(dragged, group, position);
  };

  return (
    <DockviewReact
      components={components}
      defaultTabComponent={SessionTab}
      rightHeaderActionsComponent={PaneActions}
      watermarkComponent={NoPanes}
      theme={theme}
      disableFloatingGroups
      announcements={false}
      scrollbars="native"
      onReady={(event: DockviewReadyEvent) => setApi(event.api)}
      onDidDrop={drop}
    />
  );
}

function NoPanes() {
  return null;
}

function attach(api: DockviewApi, controller: PaneController): () => void {
  controller.restore();
  controller.sync();
  api.groups.forEach(unmarkGroup);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const save = () => {
    clearTimeout(timer);
    timer = undefined;
    controller.save();
  };
  const changed = () => {
    controller.sync();
    timer ??= setTimeout(save, SAVE_DELAY_MILLISECONDS);
  };
  const subscriptions = [
    api.onDidAddGroup(unmarkGroup),
    api.onDidLayoutChange(changed),
    api.onDidActivePanelChange(changed),
    api.onDidMaximizedGroupChange(changed),
    api.onDidRemovePanel((panel) => controller.remember(panel)),
    api.onUnhandledDragOver((event) => {
      const { nativeEvent } = event;
      if (nativeEvent instanceof DragEvent && carriesSession(nativeEvent.dataTransfer)) {
        event.accept();
      }
    }),
  ];
  const unsubscribe = sessionsStore.subscribe(({ sessions }, previous) => {
    // A session that was just started may be shown before the list has heard of it.
    for (const id of previous.sessions?.keys() ?? []) if (!sessions?.has(id)) controller.close(id);
  });
  const disconnect = connectPanes(controller);
  window.addEventListener('pagehide', save);
  return () => {
    window.removeEventListener('pagehide', save);
    disconnect();
    unsubscribe();
    clearTimeout(timer);
    for (const subscription of subscriptions) subscription.dispose();
  };
}

/** The session in a group is the landmark; the library would make one of the group around it, too. */
function unmarkGroup(group: DockviewGroupPanel): void {
  group.element.setAttribute('role', 'group');
}
