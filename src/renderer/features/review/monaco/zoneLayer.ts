import { ListenerSet } from '../../../state/listenerSet';
import type { CodeEditor } from './monaco';

/** Room between the lines of a diff for something of ours. */
export interface Zone {
  readonly key: string;
  /** The lines it stands below, from one; zero is above the first. Null leaves the left side alone. */
  readonly originalAfter: number | null;
  readonly modifiedAfter: number;
  readonly height: number;
  /** Among zones at the same place, the lower comes first. Deleted lines of the inline view have 10000. */
  readonly order: number;
  readonly band: 'hunk' | 'plain';
}

interface Placed {
  readonly zone: Zone;
  readonly node: HTMLElement;
  readonly viewZone: { heightInPx: number };
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
 * Keeps room between the lines of both sides and places elements over it. Monaco draws the room
 * beneath its text, where nothing can be clicked, so that the elements lie in a layer above.
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

  /** The same array until it changes. */
  visible(): readonly VisibleZone[] {
    return this.shown;
  }

  /** Zones that were there before stay where they are, unless something about them changed. */
  set(zones: readonly Zone[]): void {
    const wanted = new Map(zones.map((zone) => [zone.key, zone]));
    const gone = [...this.placed.values()].filter(
      ({ zone }) => !isSame(wanted.get(zone.key), zone),
    );
    const added = zones.filter(
      ({ key }) => !this.placed.has(key) || gone.some((one) => one.zone.key === key),
    );
    if (gone.length === 0 && added.length === 0) return;
    const kept = new Map(gone.map((one) => [one.zone.key, one.node]));
    this.original.changeViewZones((originals) => {
      this.modified.changeViewZones((modifieds) => {
        for (const one of gone) {
          if (one.originalId !== null) originals.removeZone(one.originalId);
          modifieds.removeZone(one.modifiedId);
          this.placed.delete(one.zone.key);
        }
        for (const zone of added) {
          // The same element, so that what is being typed in it is not lost.
          const node = kept.get(zone.key) ?? this.createNode(zone.key);
          kept.delete(zone.key);
          this.place(zone, node, originals, modifieds);
        }
      });
    });
    for (const [key, node] of kept) this.modified.removeOverlayWidget(widgetOf(key, node));
    this.changed();
  }

  dispose(): void {
    for (const { zone, node } of this.placed.values()) {
      this.modified.removeOverlayWidget(widgetOf(zone.key, node));
    }
    this.placed.clear();
  }

  private createNode(key: string): HTMLElement {
    const node = document.createElement('div');
    node.style.position = 'absolute';
    node.style.display = 'none';
    // What happens in it is none of the editor's business.
    for (const name of ['mousedown', 'wheel', 'keydown', 'keypress', 'keyup'] as const) {
      node.addEventListener(name, (event) => {
        if (name === 'wheel' || event instanceof KeyboardEvent) return;
        event.stopPropagation();
      });
    }
    this.modified.addOverlayWidget(widgetOf(key, node));
    return node;
  }

  private place(
    zone: Zone,
    node: HTMLElement,
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
      viewZone,
      originalId: null,
      modifiedId: '',
      isVisible: false,
    };
    node.style.height = `${zone.height}px`;
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
      placed.node.style.top = `${top}px`;
      placed.node.style.width = `${width - verticalScrollbarWidth}px`;
    }
    if (isVisible === placed.isVisible) return;
    placed.isVisible = isVisible;
    placed.node.style.display = isVisible ? 'block' : 'none';
    this.changed();
  }

  /** Monaco tells of many zones in one go. */
  private changed(): void {
    if (this.isStale) return;
    this.isStale = true;
    queueMicrotask(() => {
      this.isStale = false;
      this.shown = [...this.placed.values()]
        .filter(({ isVisible }) => isVisible)
        .map(({ zone, node }) => ({ key: zone.key, node }));
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
