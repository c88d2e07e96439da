import { FitAddon } from '@xterm/addon-fit';
import type { Terminal } from '@xterm/xterm';

/** Up to this many lines can be laid out again in less than a frame. */
const QUICK_LINES = 200;
const COLUMNS_DELAY_MILLISECONDS = 100;

/**
 * Gives a terminal the size of its element. The height follows at once. If there is much to lay out
 * again, the width waits until dragging pauses.
 */
export class ScreenFit {
  private readonly addon = new FitAddon();
  private timer: number | undefined;

  constructor(private readonly terminal: Terminal) {
    terminal.loadAddon(this.addon);
  }

  /** Called after the element's size has changed. */
  adjust(): void {
    const wanted = this.wanted();
    if (wanted === null) return;
    const { cols, rows } = this.terminal;
    if (wanted.cols === cols || this.terminal.buffer.active.length <= QUICK_LINES) {
      this.apply(wanted);
      return;
    }
    this.apply({ cols, rows: wanted.rows === rows ? rows : wanted.rows });
    this.timer ??= window.setTimeout(() => {
      this.timer = undefined;
      this.fitNow();
    }, COLUMNS_DELAY_MILLISECONDS);
  }

  fitNow(): void {
    const wanted = this.wanted();
    if (wanted !== null) this.apply(wanted);
  }

  dispose(): void {
    window.clearTimeout(this.timer);
  }

  private wanted(): { readonly cols: number; readonly rows: number } | null {
    const wanted = this.addon.proposeDimensions();
    // An element that is not drawn has no usable size.
    return wanted && wanted.cols > 0 && wanted.rows > 0 && Number.isFinite(wanted.cols)
      ? wanted
      : null;
  }

  private apply({ cols, rows }: { readonly cols: number; readonly rows: number }): void {
    if (cols !== this.terminal.cols) {
      window.clearTimeout(this.timer);
      this.timer = undefined;
    }
    if (cols !== this.terminal.cols || rows !== this.terminal.rows)
      this.terminal.resize(cols, rows);
  }
}
