import type {
  DockviewApi,
  DockviewGroupPanel,
  IDockviewPanel,
  SerializedDockview,
} from 'dockview-react';
import { isSessionId, type SessionId } from '#shared/ids';
import type { SessionStatus } from '#shared/session/select';
import {
  type PaneActions,
  type Placement,
  paneMoves,
  panesStore,
  type TileCount,
} from '#window/state/layout/panes';
import { setOf } from '#window/state/session/sessionSets';
import { sessionSummary, sessionsStore } from '#window/state/session/sessionsStore';
import { PanesAside } from './asidePanes';
import { ClosedPanes } from './closedPanes';
import {
  columnsOfSet,
  dealPanes,
  EmptyPanes,
  isEmptyPane,
  MIN_PANE,
  pruneLayout,
  SESSION_COMPONENT,
  SET_COMPONENT,
  setOfPane,
  setPaneId,
  showsEmptyPane,
  splitFor,
  tiledLayout,
} from './paneLayout';
import { readPaneLayout, saveLayout } from './savedLayout';

type Position = NonNullable<Parameters<DockviewApi['addPanel']>[0]['position']>;

/**
 * Carries out the window's pane commands with the docking library, and reports the state of the
 * panes.
 */
export class PaneController implements PaneActions {
  private readonly closed = new ClosedPanes();
  private readonly aside = new PanesAside();
  /** Whether panels are closed to make room for others, and not by the user. */
  private isArranging = false;
  private readonly empty: EmptyPanes;

  constructor(private readonly api: DockviewApi) {
    this.empty = new EmptyPanes(api);
  }

  restore(): void {
    const saved = readPaneLayout();
    const layout = saved && pruneLayout(saved, exists);
    if (layout === null) return;
    try {
      this.api.fromJSON(layout);
    } catch {
      // The layout is of another version. An empty window is better than none.
      this.api.clear();
    }
  }

  show(sessionIds: readonly SessionId[], placement: Placement): void {
    for (const id of sessionIds) {
      const panel = this.api.getPanel(id);
      if (panel) this.activate(panel);
      else this.add(id, placement);
    }
  }

  split(direction: 'right' | 'below'): void {
    const group = this.api.activeGroup;
    if (group === undefined) return;
    this.leaveZoom();
    const panel = group.activePanel;
    if (panel && group.panels.length > 1) {
      panel.api.moveTo({ group, position: direction === 'right' ? 'right' : 'bottom' });
    } else {
      this.empty.add({ referenceGroup: group, direction });
    }
  }

  tile(count: TileCount): void {
    this.leaveZoom();
    const { api } = this;
    const { visible, open, active } = this.standing();
    const panes = dealPanes({
      count,
      visible,
      hidden: [...open.filter((id) => !visible.includes(id)), ...this.setPanes()],
      fillers: fillersBesides(open),
      active,
      emptyId: () => this.empty.nextId(),
    });
    api.fromJSON(tiledLayout(panes, api), { reuseExistingPanels: true });
    const front = active === null ? undefined : api.getPanel(active);
    (front ?? this.groups()[0]?.activePanel)?.api.setActive();
    this.sync();
  }

  showSet(sessionIds: readonly SessionId[]): void {
    this.leaveZoom();
    const { api } = this;
    const { open } = this.standing();
    if (open.some((id) => !sessionIds.includes(id))) this.aside.put(api.toJSON(), open);
    const panes = sessionIds.map((id) => [id]);
    const layout = tiledLayout(panes, api, columnsOfSet(panes.length, api));
    this.arrange(layout);
    this.groups()[0]?.activePanel?.api.setActive();
    this.sync();
  }

  openSet(sessionId: SessionId): void {
    const members = setOf(sessionId);
    const shown = this.api.panels.find(({ id }) => {
      const member = setOfPane(id);
      return member !== null && members.includes(member);
    });
    if (shown) {
      this.activate(shown);
      return;
    }
    const { activeGroup } = this.api;
    this.api.addPanel({
      id: setPaneId(members[0] ?? sessionId),
      component: SET_COMPONENT,
      minimumWidth: MIN_PANE.width,
      minimumHeight: MIN_PANE.height,
      ...(activeGroup && { position: { referenceGroup: activeGroup } }),
    });
    if (activeGroup) this.empty.removeIn(activeGroup);
  }

  /** Closes the overviews of sets that no longer exist. */
  closeEndedSets(): void {
    for (const id of this.setPanes()) if (!exists(id)) this.api.getPanel(id)?.api.close();
  }

  showAside(): void {
    const aside = this.aside.take();
    if (aside === null) return;
    this.leaveZoom();
    const { api } = this;
    const { open, active } = this.standing();
    const layout = aside.layout && pruneLayout(aside.layout, exists);
    if (layout) this.arrange(layout);
    for (const id of [...aside.also, ...open]) {
      if (exists(id) && api.getPanel(id) === undefined) this.add(id, 'tile');
    }
    if (active !== null) api.getPanel(active)?.api.setActive();
    this.sync();
  }

  closeSet(sessionIds: readonly SessionId[]): void {
    for (const id of sessionIds) this.close(id);
  }

  toggleZoom(): void {
    const panel = this.api.activePanel;
    if (this.api.hasMaximizedGroup()) this.api.exitMaximizedGroup();
    else if (panel) this.api.maximizeGroup(panel);
    this.sync();
  }

  closeActive(): void {
    this.api.activePanel?.api.close();
  }

  close(sessionId: SessionId): void {
    this.api.getPanel(sessionId)?.api.close();
  }

  reopenClosed(): void {
    const place = this.closed.takeLast((id) => exists(id) && this.api.getPanel(id) === undefined);
    this.sync();
    if (place === undefined) return;
    const neighbour = place.neighbours.flatMap((id) => this.api.getPanel(id) ?? [])[0];
    if (neighbour) this.addPanel(place.sessionId, { referenceGroup: neighbour.group });
    else this.add(place.sessionId, 'tile');
  }

  focusPane(step: 1 | -1): void {
    const { activeGroup } = this.api;
    const groups = this.groups();
    const index = activeGroup ? groups.indexOf(activeGroup) : -1;
    const next = groups.at((index + step) % groups.length);
    if (next?.activePanel) bringToFront(next.activePanel);
    if (next && showsEmptyPane(next)) {
      next.element.querySelector<HTMLElement>('section button')?.focus();
    }
  }

  focusTab(step: 1 | -1): void {
    const { activeGroup, activePanel } = this.api;
    if (activeGroup === undefined || activePanel === undefined) return;
    const { panels } = activeGroup;
    const next = panels.at((panels.indexOf(activePanel) + step) % panels.length);
    if (next) bringToFront(next);
  }

  moveTab(): void {
    const { activeGroup, activePanel } = this.api;
    const groups = this.groups();
    if (activeGroup === undefined || activePanel === undefined || groups.length < 2) return;
    this.leaveZoom();
    const next = groups[(groups.indexOf(activeGroup) + 1) % groups.length];
    if (next === undefined) return;
    activePanel.api.moveTo({ group: next });
    this.empty.removeIn(next);
  }

  resize(side: 'width' | 'height', step: 1 | -1): void {
    const group = this.api.activeGroup;
    group?.api.setSize({ [side]: group[side] + step * RESIZE_STEP });
  }

  /** Shows a session that was dragged here from elsewhere in the window. */
  drop(sessionId: SessionId, group: DockviewGroupPanel | undefined, edge: DropEdge): void {
    this.leaveZoom();
    const panel = this.api.getPanel(sessionId);
    if (panel) {
      panel.api.moveTo({ ...(group && { group }), position: edge });
    } else if (group) {
      const direction = directions[edge];
      this.addPanel(sessionId, { referenceGroup: group, direction });
      if (edge === 'center') this.empty.removeIn(group);
    } else {
      this.addPanel(sessionId, edge === 'center' ? undefined : { direction: directions[edge] });
    }
  }

  /**
   * Remembers a pane that was closed and not only moved, so that it can be reopened in its place.
   */
  remember(panel: IDockviewPanel): void {
    const { id } = panel;
    if (!isSessionId(id) || this.isArranging) return;
    const neighbours = panel.group.panels.map((other) => other.id).filter((other) => other !== id);
    queueMicrotask(() => {
      if (this.api.getPanel(id) !== undefined) return;
      this.aside.drop(id);
      if (exists(id)) this.closed.add(id, neighbours);
      if (this.api.totalPanels === 0) this.showAside();
      this.sync();
    });
  }

  save(): void {
    saveLayout(this.api.totalPanels === 0 ? null : this.api.toJSON());
  }

  /** Reports the state of the panes to the rest of the window. */
  sync(): void {
    paneMoves.notify();
    const next = this.standing();
    const current = panesStore.getState();
    const keys = Object.keys(next) as (keyof typeof next)[];
    // Resizing reports changes at every step; most of them do not matter.
    if (keys.some((key) => !isSame(current[key], next[key]))) panesStore.setState(next);
  }

  private standing() {
    const groups = this.groups();
    const shown = groups.filter((group) => group.api.isVisible);
    const { activePanel } = this.api;
    return {
      isReady: true,
      open: this.api.panels.map(({ id }) => id).filter(isSessionId),
      visible: shown.flatMap(({ activePanel: panel }) => panel?.id ?? []).filter(isSessionId),
      active: activePanel && isSessionId(activePanel.id) ? activePanel.id : null,
      activeSet: activePanel ? setOfPane(activePanel.id) : null,
      paneCount: groups.length,
      isZoomed: this.api.hasMaximizedGroup(),
      hasAside: !this.aside.isEmpty,
      closedCount: this.closed.size,
    };
  }

  private setPanes(): readonly string[] {
    return this.api.panels.map(({ id }) => id).filter((id) => setOfPane(id) !== null);
  }

  private arrange(layout: SerializedDockview): void {
    this.isArranging = true;
    try {
      this.api.fromJSON(layout, { reuseExistingPanels: true });
    } finally {
      this.isArranging = false;
    }
  }

  private activate(panel: IDockviewPanel): void {
    if (!panel.group.api.isVisible) this.leaveZoom();
    if (panel !== this.api.activePanel) bringToFront(panel);
  }

  private add(id: SessionId, placement: Placement): void {
    const empty = this.emptyPaneFor(placement);
    if (empty) {
      this.addPanel(id, { referenceGroup: empty });
      this.empty.removeIn(empty);
      return;
    }
    const active = this.api.activeGroup;
    if (placement === 'tile') this.addTile(id);
    else if (active === undefined) this.addPanel(id, undefined);
    else if (placement === 'tab') this.addPanel(id, { referenceGroup: active });
    else this.addPanel(id, { referenceGroup: active, direction: placement });
  }

  private addTile(id: SessionId): void {
    this.leaveZoom();
    const largest = this.groups().toSorted((left, right) => area(right) - area(left))[0];
    const direction = largest && splitFor(largest);
    if (largest && direction) this.addPanel(id, { referenceGroup: largest, direction });
    else this.addPanel(id, this.api.activeGroup && { referenceGroup: this.api.activeGroup });
  }

  /** A new session fills any empty pane; a picked one opens in the active pane. */
  private emptyPaneFor(placement: Placement): DockviewGroupPanel | undefined {
    const active = this.api.activeGroup;
    if (active && showsEmptyPane(active)) return active;
    return placement === 'tile' ? this.groups().find(showsEmptyPane) : undefined;
  }

  private addPanel(id: SessionId, position: Position | undefined): void {
    this.api.addPanel({
      id,
      component: SESSION_COMPONENT,
      minimumWidth: MIN_PANE.width,
      minimumHeight: MIN_PANE.height,
      ...(position && { position }),
    });
  }

  private leaveZoom(): void {
    if (this.api.hasMaximizedGroup()) this.api.exitMaximizedGroup();
  }

  /** The groups in reading order: row by row from the top, each from left to right. */
  private groups(): DockviewGroupPanel[] {
    const places = this.api.groups.map((group) => ({
      group,
      box: group.element.getBoundingClientRect(),
    }));
    return places
      .toSorted((left, right) => left.box.top - right.box.top || left.box.left - right.box.left)
      .map(({ group }) => group);
  }
}

/** Pixels by which a key makes a pane larger or smaller. */
const RESIZE_STEP = 40;

export type DropEdge = 'top' | 'bottom' | 'left' | 'right' | 'center';

const directions = {
  top: 'above',
  bottom: 'below',
  left: 'left',
  right: 'right',
  center: 'within',
} as const;

function exists(id: string): boolean {
  const member = setOfPane(id);
  if (member !== null) return setOf(member).length > 0;
  return isEmptyPane(id) || (isSessionId(id) && sessionSummary(id) !== undefined);
}

const busy: ReadonlySet<SessionStatus> = new Set(['starting', 'working', 'waiting']);

/** Sessions that are doing something, the newest first. */
function fillersBesides(open: readonly SessionId[]): readonly SessionId[] {
  return [...(sessionsStore.getState().sessions?.values() ?? [])]
    .filter(({ id, archived, status }) => busy.has(status) && !archived && !open.includes(id))
    .toSorted((left, right) => right.updatedAt - left.updatedAt)
    .map(({ id }) => id);
}

function area({ width, height }: { readonly width: number; readonly height: number }): number {
  return width * height;
}

function isSame(left: unknown, right: unknown): boolean {
  if (!Array.isArray(left) || !Array.isArray(right)) return left === right;
  return left.length === right.length && left.every((item, index) => item === right[index]);
}

/**
 * The library replaces the content in the page, even that of the active pane, and fires no event.
 */
function bringToFront(panel: IDockviewPanel): void {
  panel.api.setActive();
  paneMoves.notify();
}
