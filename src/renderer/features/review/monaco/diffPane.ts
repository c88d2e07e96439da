import { reportError } from '#window/diagnostics/reportError';
import { SPARE_EDITORS } from '#window/features/review/limits';
import { ListenerSet } from '#window/state/listeners';
import type { DiffLook } from './diffOptions';
import type { DiffSurface, ShownDiff } from './diffSurface';
import type { Monaco } from './monaco';

/** The public members of a diff editor, so that tests can replace it. */
export type PaneSurface = Pick<DiffSurface, keyof DiffSurface>;

export interface SurfacePool {
  borrow(look: DiffLook): Promise<PaneSurface>;
  giveBack(surface: PaneSurface): void;
}

let loading: Promise<Monaco> | undefined;

/** Loads Monaco at the first call. */
function loadMonaco(): Promise<Monaco> {
  loading ??= import('./setUpMonaco').then(({ setUpMonaco }) => setUpMonaco());
  return loading;
}

const spare: PaneSurface[] = [];

/** Diff editors that panes borrow: creating one takes longer than filling one. */
const surfacePool: SurfacePool = {
  async borrow(look) {
    const surface = spare.pop();
    if (surface !== undefined) return surface;
    const [monaco, module] = await Promise.all([loadMonaco(), import('./diffSurface')]);
    return new module.DiffSurface(monaco, look);
  },
  giveBack(surface) {
    surface.onComment = null;
    surface.clear();
    surface.node.remove();
    if (spare.length < SPARE_EDITORS) spare.push(surface);
    else surface.dispose();
  },
};

/** A place on screen with a diff editor, from when Monaco is loaded until the pane is disposed. */
export class DiffPane {
  /**
   * Called when the editor is ready, when another diff is to be shown, or when a diff was drawn.
   */
  readonly listeners = new ListenerSet();
  private borrowed: PaneSurface | null = null;
  private diff: ShownDiff | null = null;
  private drawn: ShownDiff | null = null;
  private stopDrawing: (() => void) | undefined;
  private isDisposed = false;

  constructor(
    container: Pick<HTMLElement, 'append'>,
    private look: DiffLook,
    private readonly pool: SurfacePool = surfacePool,
  ) {
    pool.borrow(look).then((surface) => {
      if (this.isDisposed) {
        pool.giveBack(surface);
        return;
      }
      this.borrowed = surface;
      container.append(surface.node);
      surface.setLook(this.look);
      this.draw();
      this.listeners.notify();
    }, reportError);
  }

  /** Null until Monaco is loaded. */
  get surface(): PaneSurface | null {
    return this.borrowed;
  }

  /** Whether the diff that was shown last is on screen. */
  get isDrawn(): boolean {
    return this.diff !== null && this.drawn === this.diff;
  }

  /** Null while the texts are loading. */
  show(diff: ShownDiff | null, look: DiffLook): void {
    if (look !== this.look) {
      this.look = look;
      this.borrowed?.setLook(look);
    }
    if (diff === this.diff) return;
    this.diff = diff;
    this.stopDrawing?.();
    this.draw();
    this.listeners.notify();
  }

  dispose(): void {
    this.isDisposed = true;
    this.stopDrawing?.();
    if (this.borrowed) this.pool.giveBack(this.borrowed);
    this.borrowed = null;
  }

  private draw(): void {
    const { borrowed: surface, diff } = this;
    if (surface === null || diff === null) return;
    let isCurrent = true;
    let unsubscribe: (() => void) | undefined;
    this.stopDrawing = () => {
      isCurrent = false;
      unsubscribe?.();
    };
    const onDrawn = () => {
      if (this.drawn === diff) return;
      this.drawn = diff;
      this.listeners.notify();
    };
    surface
      .prepare(diff.path)
      // Without colours, the diff is still shown.
      .catch(reportError)
      .finally(() => {
        if (!isCurrent) return;
        // Cleared before subscribing, because removing the old diff fires the same event as drawing
        // one.
        surface.clear();
        unsubscribe = surface.diffListeners.subscribe(onDrawn);
        surface.show(diff);
      });
  }
}
