import type {
  DockviewApi,
  DockviewGroupPanel,
  GroupviewPanelState,
  Orientation,
  SerializedDockview,
} from 'dockview-react';
import { isSessionId, type SessionId } from '#shared/ids';

export const SESSION_COMPONENT = 'session';
export const EMPTY_COMPONENT = 'empty';
export const SET_COMPONENT = 'set';

/** The tabs of one pane, the one in front first. */
export type PaneTabs = readonly string[];

export interface PaneSize {
  readonly width: number;
  readonly height: number;
}

type Grid = SerializedDockview['grid'];
type GridNode = Grid['root'];

const HORIZONTAL = 'HORIZONTAL' as Orientation;

/** In a smaller pane, a prompt and a few lines of transcript no longer fit. */
export const MIN_PANE: PaneSize = { width: 180, height: 140 };
/** A new session gets a pane of its own only if both halves are comfortable to read. */
const COMFORTABLE: PaneSize = { width: 380, height: 300 };
/** Room for an answer, its tool calls and a question. */
const ROOMY: PaneSize = { width: 460, height: 380 };

/** The direction in which to halve this pane for one more; null if there is no room. */
export function splitFor({ width, height }: PaneSize): 'right' | 'below' | null {
  const fitsBeside = width >= 2 * COMFORTABLE.width;
  const fitsBelow = height >= 2 * COMFORTABLE.height;
  if (fitsBeside && (width >= height || !fitsBelow)) return 'right';
  return fitsBelow ? 'below' : null;
}

/**
 * Sessions of one prompt are compared, so each should get as much room as it needs. Among grids
 * that are about equally good, one without gaps wins, then the one with fewer rows.
 */
export function columnsOfSet(count: number, { width, height }: PaneSize): number {
  const grids = Array.from({ length: count }, (_, index) => {
    const columns = count - index;
    const rows = Math.ceil(count / columns);
    const room = Math.min(1, width / columns / ROOMY.width, height / rows / ROOMY.height);
    return { columns, room: Math.round(room * 10), gaps: rows * columns - count };
  });
  const [best] = grids.toSorted(
    (left, right) =>
      right.room - left.room || left.gaps - right.gaps || right.columns - left.columns,
  );
  return best?.columns ?? 1;
}

export interface TileChoice {
  readonly count: number;
  /** The visible panes, in reading order. */
  readonly visible: readonly string[];
  /** Tabs behind others. */
  readonly hidden: readonly string[];
  /** Further sessions, for panes that need to be filled. */
  readonly fillers: readonly string[];
  readonly active: string | null;
  emptyId(index: number): string;
}

/**
 * Distributes sessions over panes. All open sessions stay open, and the active one stays visible.
 */
export function dealPanes(choice: TileChoice): readonly PaneTabs[] {
  const { count, visible, hidden, fillers, active } = choice;
  const open = [...visible, ...hidden];
  const inFront = [...open, ...fillers].slice(0, count);
  if (active !== null && open.includes(active) && !inFront.includes(active)) {
    inFront[inFront.length - 1] = active;
  }
  const behind = open.filter((id) => !inFront.includes(id));
  while (inFront.length < count) inFront.push(choice.emptyId(inFront.length));
  return inFront.map((id, index) => (index === count - 1 ? [id, ...behind] : [id]));
}

/**
 * Panes of equal size in reading order: in one row if there are at most two, otherwise in two rows.
 * A window that is too narrow for so many columns and high enough gets more rows.
 */
export function tiledLayout(
  panes: readonly PaneTabs[],
  size: PaneSize,
  columnCount = columnsFor(panes.length, size),
): SerializedDockview {
  const columns = Array.from({ length: columnCount }, (_, column) =>
    panes.flatMap((tabs, index) => (index % columnCount === column ? [leaf(tabs, index)] : [])),
  );
  const width = size.width / columnCount;
  return {
    grid: {
      root: {
        type: 'branch',
        size: size.height,
        data: columns.map((leaves) =>
          withoutLoneBranch({
            type: 'branch',
            size: width,
            data: leaves.map((node) => ({ ...node, size: size.height / leaves.length })),
          }),
        ),
      },
      ...size,
      orientation: HORIZONTAL,
    },
    panels: Object.fromEntries(panes.flat().map((id) => [id, panelState(id)])),
  };
}

/** When the only pane of a branch is closed, Dockview leaves a gap in its place. */
function withoutLoneBranch(node: GridNode): GridNode {
  const [only, ...others] = Array.isArray(node.data) ? node.data : [];
  if (only?.type !== 'leaf' || others.length > 0) return node;
  return { ...only, ...(node.size !== undefined && { size: node.size }) };
}

function columnsFor(count: number, { width, height }: PaneSize): number {
  let columns = count <= 2 ? count : Math.ceil(count / 2);
  const isTooNarrow = () => columns > 1 && width < columns * MIN_PANE.width;
  const hasRoomBelow = () => height >= Math.ceil(count / (columns - 1)) * MIN_PANE.height;
  while (isTooNarrow() && hasRoomBelow()) columns--;
  return columns;
}

function panelState(id: string): GroupviewPanelState {
  return {
    id,
    contentComponent: componentOf(id),
    minimumWidth: MIN_PANE.width,
    minimumHeight: MIN_PANE.height,
  };
}

function componentOf(id: string): string {
  if (isEmptyPane(id)) return EMPTY_COMPONENT;
  return setOfPane(id) === null ? SESSION_COMPONENT : SET_COMPONENT;
}

/** The id of the pane that shows the overview of a set, from one of its sessions. */
export function setPaneId(sessionId: SessionId): string {
  return `set:${sessionId}`;
}

/** The session that identifies such a pane; null for other panes. */
export function setOfPane(id: string): SessionId | null {
  const sessionId = id.startsWith('set:') ? id.slice('set:'.length) : '';
  return isSessionId(sessionId) ? sessionId : null;
}

export function isEmptyPane(id: string): boolean {
  return id.startsWith('empty:');
}

function leaf(tabs: PaneTabs, index: number): GridNode {
  const [front] = tabs;
  return {
    type: 'leaf',
    data: { id: `${index + 1}`, views: [...tabs], ...(front && { activeView: front }) },
  };
}

/** A saved layout without the panels that no longer exist; null if nothing is left. */
export function pruneLayout(
  layout: SerializedDockview,
  exists: (id: string) => boolean,
): SerializedDockview | null {
  const root = pruneNode(layout.grid.root, exists);
  if (root === null) return null;
  const { activeGroup, grid, panels } = layout;
  return {
    grid: {
      // The root must be a branch, even if only a leaf is left.
      root: root.type === 'leaf' ? { type: 'branch', data: [root] } : root,
      width: grid.width,
      height: grid.height,
      orientation: grid.orientation,
    },
    panels: Object.fromEntries(
      Object.keys(panels)
        .filter(exists)
        .map((id) => [id, panelState(id)]),
    ),
    ...(activeGroup !== undefined && hasGroup(root, activeGroup) && { activeGroup }),
  };
}

function pruneNode(node: GridNode, exists: (id: string) => boolean): GridNode | null {
  if (Array.isArray(node.data)) {
    const data = node.data.flatMap((child) => pruneNode(child, exists) ?? []);
    return data.length === 0 ? null : withoutLoneBranch({ ...node, data });
  }
  const { views, activeView, ...rest } = node.data;
  const kept = views.filter(exists);
  if (kept.length === 0) return null;
  const front = activeView !== undefined && kept.includes(activeView) ? activeView : kept[0];
  return { ...node, data: { ...rest, views: kept, ...(front && { activeView: front }) } };
}

function hasGroup(node: GridNode, id: string): boolean {
  return Array.isArray(node.data)
    ? node.data.some((child) => hasGroup(child, id))
    : node.data.id === id;
}

type Position = NonNullable<Parameters<DockviewApi['addPanel']>[0]['position']>;

/** Empty panes; each goes away when a session opens in its place. */
export class EmptyPanes {
  private count = 0;

  constructor(private readonly api: DockviewApi) {}

  add(position: Position): void {
    this.api.addPanel({ id: this.nextId(), component: EMPTY_COMPONENT, position });
  }

  removeIn(group: DockviewGroupPanel): void {
    for (const panel of group.panels.filter(({ id }) => isEmptyPane(id))) {
      this.api.removePanel(panel);
    }
  }

  /** An id that no open pane has. */
  nextId(): string {
    do this.count++;
    while (this.api.getPanel(`empty:${this.count}`) !== undefined);
    return `empty:${this.count}`;
  }
}

export function showsEmptyPane({ activePanel }: DockviewGroupPanel): boolean {
  return activePanel !== undefined && isEmptyPane(activePanel.id);
}
