import { ListenerSet } from '#window/state/listeners';
import type { CodeEditor } from './monaco';

/** A space between the lines of a diff for an element of ours. */
export interface Zone {
  readonly key: string;
  /**
   * The lines above the zone, from one; zero is above the first. Null leaves the left side
   * unchanged.
   */
  readonly originalAfter: number | null;
  readonly modifiedAfter: number;
  readonly height: number;
  /**
   * Among zones at the same place, the lower number comes first. Deleted lines of the inline view
   * have 10000.
   */
  readonly order: number;
  readonly band: 'hunk' | 'plain';
}

interface Placed {
  readonly zone: Zone;
  /** Created when the zone first comes on screen: a long file has thousands. */
  node: HTMLElement | null;
  originalId: string | null;
  modifiedId: string;
  isVisible: boolean;
}

/** A zone that is on screen, and the element to draw it in. */
export interface VisibleZone {
  readonly key: string;
  readonly node: HTMLElement;
}

/** Far above the editor: where Monaco puts what is not on screen. */
const OFF_SCREEN = -1_000;

/**
 * Keeps space between the lines of both sides and places elements over it. Monaco draws the space
 * beneath its text, where nothing can be clicked, so the elements are in a layer above.
 */
export class ZoneLayer {
  private readonly placed = new Map<string, Placed>();
  private shown: readonly VisibleZone[] = [];
  private isStale = false;
  readonly listeners = new ListenerSet();

  constructor(
    private readonly original: CodeEditor,
    private readonly modified: CodeEditor,
  ) {}

  /** The zones on screen; the same array until they change. */
  visible(): readonly VisibleZone[] {
    return this.shown;
  }

  /** Sets the zones; existing zones that have not changed are left untouched. */
  set(zones: readonly Zone[]): void {
    const wanted = new Map(zones.map((zone) => [zone.key, zone]));
    const gone = [...this.placed.values()].filter(
      ({ zone }) => !isSame(wanted.get(zone.key), zone),
    );
    const added = zones.filter(
      ({ key }) => !this.placed.has(key) || gone.some((one) => one.zone.key === key),
    );
    if (gone.length === 0 && added.length === 0) return;
    const kept = new Map(gone.flatMap(({ zone, node }) => (node ? [[zone.key, node]] : [])));
    this.original.changeViewZones((originals) => {
      this.modified.changeViewZones((modifieds) => {
        for (const one of gone) {
          if (one.originalId !== null) originals.removeZone(one.originalId);
          modifieds.removeZone(one.modifiedId);
          this.placed.delete(one.zone.key);
        }
        for (const zone of added) {
          // Reuses the element, so that text being typed in it is not lost.
          const node = kept.get(zone.key) ?? null;
          kept.delete(zone.key);
          this.place(zone, node, originals, modifieds);
        }
      });
    });
    for (const [key, node] of kept) this.modified.removeOverlayWidget(widgetOf(key, node));
    this.changed();
  }

  /** Scrolls as little as possible to show a whole zone. */
  reveal(key: string): void {
    const zone = this.placed.get(key)?.zone;
    if (zone === undefined) return;
    const lines = this.modified.getModel()?.getLineCount() ?? 0;
    const bottom =
      zone.modifiedAfter < lines
        ? this.modified.getTopForLineNumber(zone.modifiedAfter + 1)
        : this.modified.getContentHeight();
    const { height } = this.modified.getLayoutInfo();
    const top = this.modified.getScrollTop();
    if (bottom > top + height) this.modified.setScrollTop(bottom - height);
    else if (bottom - zone.height < top) this.modified.setScrollTop(bottom - zone.height);
  }

  dispose(): void {
    for (const { zone, node } of this.placed.values()) {
      if (node) this.modified.removeOverlayWidget(widgetOf(zone.key, node));
    }
    this.placed.clear();
  }

  private createNode({ key, height }: Zone): HTMLElement {
    const node = document.createElement('div');
    node.style.position = 'absolute';
    node.style.display = 'none';
    node.style.height = `${height}px`;
    // A click in the zone must not move the editor's cursor.
    node.addEventListener('mousedown', (event) => event.stopPropagation());
    this.modified.addOverlayWidget(widgetOf(key, node));
    return node;
  }

  private place(
    zone: Zone,
    node: HTMLElement | null,
    originals: { addZone(zone: object): string },
    modifieds: { addZone(zone: object): string },
  ): void {
    const shared = {
      heightInPx: zone.height,
      ordinal: zone.order,
      showInHiddenAreas: true,
      suppressMouseDown: true,
    };
    const viewZone = {
      ...shared,
      afterLineNumber: zone.modifiedAfter,
      domNode: band(zone),
      marginDomNode: band(zone),
      onDomNodeTop: (top: number) => this.move(placed, top),
    };
    const placed: Placed = {
      zone,
      node,
      originalId: null,
      modifiedId: '',
      isVisible: false,
    };
    if (node) node.style.height = `${zone.height}px`;
    if (zone.originalAfter !== null) {
      placed.originalId = originals.addZone({
        ...shared,
        afterLineNumber: zone.originalAfter,
        domNode: band(zone),
        marginDomNode: band(zone),
      });
    }
    placed.modifiedId = modifieds.addZone(viewZone);
    this.placed.set(zone.key, placed);
  }

  private move(placed: Placed, top: number): void {
    const isVisible = top > OFF_SCREEN;
    if (isVisible) {
      const { width, verticalScrollbarWidth } = this.modified.getLayoutInfo();
      placed.node ??= this.createNode(placed.zone);
      placed.node.style.top = `${top}px`;
      placed.node.style.width = `${width - verticalScrollbarWidth}px`;
    }
    if (isVisible === placed.isVisible) return;
    placed.isVisible = isVisible;
    if (placed.node) placed.node.style.display = isVisible ? 'block' : 'none';
    this.changed();
  }

  /** Collects changes, because Monaco reports many zones one after the other. */
  private changed(): void {
    if (this.isStale) return;
    this.isStale = true;
    queueMicrotask(() => {
      this.isStale = false;
      this.shown = [...this.placed.values()].flatMap(({ zone, node, isVisible }) =>
        isVisible && node ? [{ key: zone.key, node }] : [],
      );
      this.listeners.notify();
    });
  }
}

function widgetOf(key: string, node: HTMLElement) {
  return { getId: () => `airlock.${key}`, getDomNode: () => node, getPosition: () => null };
}

function band({ band: kind }: Zone): HTMLElement {
  const node = document.createElement('div');
  node.className = `airlock-band airlock-band-${kind}`;
  return node;
}

function isSame(left: Zone | undefined, right: Zone): boolean {
  return (
    left !== undefined &&
    left.originalAfter === right.originalAfter &&
    left.modifiedAfter === right.modifiedAfter &&
    left.height === right.height &&
    left.order === right.order &&
    left.band === right.band
  );
}
