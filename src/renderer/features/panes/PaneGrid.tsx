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
import {
  type ComponentType,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { SessionId } from '#shared/ids';
import { commands, useShortcut } from '#window/commands/commands';
import { connectPanes, usePanes } from '#window/state/layout/panes';
import { carriesSession, droppedSession } from '#window/state/layout/sessionDrag';
import { sessionsStore, titleOf, useSession } from '#window/state/session/sessionsStore';
import { Button } from '#window/ui/form/Button';
import { Kbd } from '#window/ui/text/Kbd';
import { EmptyPane } from './EmptyPane';
import { PaneButtons } from './PaneButtons';
import styles from './PaneGrid.module.css';
import { PaneController } from './paneController';
import { EMPTY_COMPONENT, SESSION_COMPONENT, SET_COMPONENT, setOfPane } from './paneLayout';
import { SessionTab } from './SessionTab';

interface PaneGridProps {
  /** The content of a pane for its session. */
  readonly view: ComponentType<SessionViewProps>;
  /** The overview of the set that a session belongs to. */
  readonly setView: ComponentType<SessionViewProps>;
}

const theme: DockviewTheme = {
  name: 'airlock',
  className: 'airlock-panes',
  dndPanelOverlay: 'content',
  dndTabIndicator: 'line',
};

/** Long enough for a drag of a splitter to be saved once. */
const SAVE_DELAY_MILLISECONDS = 250;

/** All panes. The docking library lays them out; their content and commands are ours. */
export function PaneGrid({ view, setView: SetView }: PaneGridProps) {
  const [api, setApi] = useState<DockviewApi | null>(null);
  const room = useRef<HTMLDivElement>(null);
  const components = useMemo(
    () => ({
      [SESSION_COMPONENT]: (props: IDockviewPanelProps) => (
        <SessionPanel api={props.api} view={view} />
      ),
      [SET_COMPONENT]: (props: IDockviewPanelProps) => {
        const sessionId = setOfPane(props.api.id);
        return sessionId && <SetView sessionId={sessionId} />;
      },
      [EMPTY_COMPONENT]: (props: IDockviewPanelProps) => <EmptyPane api={props.api} />,
    }),
    [view, SetView],
  );
  const controller = useMemo(() => api && new PaneController(api), [api]);
  useEffect(() => {
    if (api !== null && controller !== null) return attach(api, controller, room.current);
  }, [api, controller]);

  const drop = (event: DockviewDidDropEvent) => {
    const { nativeEvent, group, position } = event;
    const dragged = nativeEvent instanceof DragEvent && droppedSession(nativeEvent.dataTransfer);
    if (dragged) controller?.drop(dragged, group, position);
  };

  return (
    <div className={styles.root}>
      <AsideBar />
      <div className={styles.grid}>
        <div ref={room} className={styles.room}>
          <DockviewReact
            components={components}
            defaultTabComponent={SessionTab}
            rightHeaderActionsComponent={PaneButtons}
            watermarkComponent={NoPanes}
            theme={theme}
            disableFloatingGroups
            announcements={false}
            scrollbars="native"
            onReady={(event: DockviewReadyEvent) => setApi(event.api)}
            onDidDrop={drop}
          />
        </div>
      </div>
    </div>
  );
}

function NoPanes() {
  return null;
}

function attach(
  api: DockviewApi,
  controller: PaneController,
  room: HTMLElement | null,
): () => void {
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
    // If the window becomes too small for its panes, they scroll: the library would cut them off.
    room?.style.setProperty('min-width', `${api.minimumWidth}px`);
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
    // A session that was just started may be shown before the list has it.
    for (const id of previous.sessions?.keys() ?? []) if (!sessions?.has(id)) controller.close(id);
    controller.closeEndedSets();
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

/** The session in a group is the landmark. The library would make the group one as well. */
function unmarkGroup(group: DockviewGroupPanel): void {
  group.element.setAttribute('role', 'group');
}

interface SessionViewProps {
  readonly sessionId: SessionId;
}

interface SessionPanelProps {
  readonly api: IDockviewPanelProps['api'];
  readonly view: ComponentType<SessionViewProps>;
}

/** A session in its pane. Behind another tab it costs nothing, because it is loaded when shown. */
function SessionPanel({ api, view: View }: SessionPanelProps) {
  const sessionId = api.id as SessionId;
  const title = titleOf(useSession(sessionId));
  const subscribe = useCallback(
    (listener: () => void) => {
      const subscription = api.onDidVisibilityChange(listener);
      return () => subscription.dispose();
    },
    [api],
  );
  const isVisible = useSyncExternalStore(subscribe, () => api.isVisible);
  if (!isVisible) return null;
  return (
    <section className={styles.panel} aria-label={`Session: ${title}`} data-session={sessionId}>
      <View sessionId={sessionId} />
    </section>
  );
}

/** Says that a set of sessions has put other panes aside, and brings them back. */
function AsideBar() {
  const hasAside = usePanes((panes) => panes.hasAside);
  const shortcut = useShortcut('set.show');
  if (!hasAside) return null;
  return (
    <p className={styles.aside}>
      <span className={styles.asideText}>Other panes are hidden.</span>
      <Button
        size="small"
        variant="ghost"
        trailing={shortcut && <Kbd shortcut={shortcut} />}
        aria-keyshortcuts={shortcut?.aria}
        onClick={() => commands.run('set.show')}
      >
        Show all panes
      </Button>
    </p>
  );
}
