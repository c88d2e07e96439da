import '@xterm/xterm/css/xterm.css';
import { SearchAddon } from '@xterm/addon-search';
import { Unicode11Addon } from '@xterm/addon-unicode11';
import { Terminal } from '@xterm/xterm';
import { commandFor } from '#shared/commands/keyBindings';
import type { TerminalSize } from '#shared/terminal/portMessages';
import { commands } from '#window/commands/commands';
import { reportError } from '#window/diagnostics/reportError';
import { call } from '#window/ipc/client';
import { isMac } from '#window/state/appInfoStore';
import { confirmFirst } from '#window/state/confirmation';
import { settingsStore } from '#window/state/settingsStore';
import { BoundedSequences } from './boundedSequences';
import { lineCount, pasteText } from './pasteText';
import styles from './Screen.module.css';
import { ScreenFit } from './screenFit';
import { keyPurpose } from './screenKeys';
import { type FileOpener, ScreenLinks } from './screenLinks';
import { minimumContrast, onThemeChange, readTheme } from './terminalTheme';

export interface ScreenOptions {
  readonly label: string;
  /** Lines end in bare line feeds, as in a pipe. */
  readonly convertEol?: boolean;
  readonly isReadOnly?: boolean;
  readonly files?: FileOpener;
  /** Whether anything receives input; true by default. */
  hasProgram?(): boolean;
  /** `isTyped` is false for xterm's own answers to a program's queries. */
  onInput(data: string, isTyped: boolean): void;
  onResize?(size: TerminalSize): void;
  onTitle?(title: string): void;
  onBell?(): void;
  onFind?(): void;
}

/** A private part of xterm that reports, right before the data, that the user typed it. */
interface Internals {
  readonly _core: { readonly coreService: { onUserInput(listener: () => void): unknown } };
}

const FLASH_MILLISECONDS = 180;
/**
 * A program may ring without end, and more than three flashes a second are dangerous to some
 * people.
 */
const FLASH_PAUSE_MILLISECONDS = 500;
const FONT = '"JetBrains Mono Variable"';
/**
 * xterm yields to the window between two pieces, but not within one; even a short piece can take
 * long.
 */
const PIECE_CHARACTERS = 4_096;

/** A drawn terminal. It outlives the places where it is shown and keeps its content. */
export class Screen {
  readonly element = document.createElement('div');
  readonly terminal: Terminal;
  readonly search = new SearchAddon({ highlightLimit: 1_000 });
  private readonly fit: ScreenFit;
  private bounded = new BoundedSequences();
  private readonly observer: ResizeObserver;
  private readonly stops: readonly (() => void)[];
  private isReadOnly: boolean;
  /** Settles when the terminal is drawn for the first time and so has its size. */
  readonly opened: Promise<void>;
  private open: () => void = () => undefined;
  private isMounted = false;
  private isOpen = false;
  private wantsFocus = false;
  private flashedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly options: ScreenOptions) {
    this.isReadOnly = options.isReadOnly ?? false;
    this.opened = new Promise((resolve) => {
      this.open = resolve;
    });
    this.element.className = styles.screen ?? '';
    this.terminal = new Terminal({
      ...chosenOptions(),
      allowProposedApi: true,
      convertEol: options.convertEol ?? false,
      cursorBlink: false,
      cursorInactiveStyle: 'outline',
      disableStdin: this.isReadOnly,
      drawBoldTextInBrightColors: false,
      fontFamily: `${FONT}, ui-monospace, "SF Mono", Consolas, "DejaVu Sans Mono", monospace`,
      macOptionClickForcesSelection: true,
      minimumContrastRatio: minimumContrast(),
      rescaleOverlappingGlyphs: true,
      scrollOnUserInput: true,
      theme: readTheme(),
    });
    const links = new ScreenLinks(this.terminal, options.files ?? null);
    this.terminal.options.linkHandler = links;
    this.terminal.registerLinkProvider(links);
    this.fit = new ScreenFit(this.terminal);
    this.terminal.loadAddon(this.search);
    this.terminal.loadAddon(new Unicode11Addon());
    this.terminal.unicode.activeVersion = '11';
    this.terminal.attachCustomKeyEventHandler((event) => this.handleKey(event));
    let isTyped = false;
    (this.terminal as unknown as Internals)._core.coreService.onUserInput(() => {
      isTyped = true;
    });
    this.terminal.onData((data) => {
      // xterm's answers to programs' queries go the same way, and none may reach a read-only
      // terminal.
      if (!this.isReadOnly) options.onInput(data, isTyped);
      isTyped = false;
    });
    this.terminal.onResize(({ cols, rows }) => options.onResize?.({ columns: cols, rows }));
    this.terminal.onTitleChange((title) => options.onTitle?.(title));
    this.terminal.onBell(() => options.onBell?.());
    this.element.addEventListener('paste', this.handlePaste, { capture: true });
    this.element.addEventListener('copy', this.handleCopy, { capture: true });
    this.observer = new ResizeObserver(() => this.fit.adjust());
    this.observer.observe(this.element);
    this.stops = [settingsStore.subscribe(this.applySettings), onThemeChange(this.applyTheme)];
  }

  get size(): TerminalSize {
    return { columns: this.terminal.cols, rows: this.terminal.rows };
  }

  /** Shows the terminal in an element, wherever it was before. */
  async mount(parent: HTMLElement): Promise<void> {
    parent.append(this.element);
    if (!this.isMounted) {
      this.isMounted = true;
      // Cells are measured when the terminal opens; with the wrong font they would have the wrong
      // size.
      await document.fonts.load(`${this.terminal.options.fontSize ?? 13}px ${FONT}`);
      this.terminal.open(this.element);
      this.terminal.textarea?.setAttribute('aria-label', this.options.label);
      this.isOpen = true;
      if (this.wantsFocus) this.focus();
    }
    this.fitNow();
    this.open();
  }

  /** Takes the size of its element at once. */
  fitNow(): void {
    this.fit.fitNow();
  }

  unmount(parent: HTMLElement): void {
    if (this.element.parentElement === parent) this.element.remove();
  }

  /**
   * Focuses the terminal now or once it is drawn, but never behind a dialog that opened meanwhile.
   */
  focus(): void {
    if (this.element.closest('[inert], [aria-hidden="true"]') !== null) return;
    this.wantsFocus = !this.isOpen;
    this.terminal.focus();
  }

  /** Cancels a pending focus, because something else has the focus by now. */
  blur(): void {
    this.wantsFocus = false;
  }

  setLabel(label: string): void {
    this.terminal.textarea?.setAttribute('aria-label', label);
  }

  setReadOnly(isReadOnly: boolean): void {
    this.isReadOnly = isReadOnly;
    this.terminal.options.disableStdin = isReadOnly;
  }

  /**
   * Settles when the text is on the screen. All output must go through here, because counts are
   * limited here.
   */
  write(data: string): Promise<void> {
    const text = this.bounded.take(data, this.size);
    return new Promise((resolve) => {
      let start = 0;
      for (; text.length - start > PIECE_CHARACTERS; start += PIECE_CHARACTERS) {
        this.terminal.write(text.slice(start, start + PIECE_CHARACTERS));
      }
      this.terminal.write(text.slice(start), resolve);
    });
  }

  /**
   * Discards what a program has left: an unfinished sequence, modes, colours and the output itself.
   */
  reset(): void {
    this.bounded = new BoundedSequences();
    this.terminal.reset();
  }

  clear(): void {
    this.terminal.clear();
  }

  copy(): void {
    const text = this.terminal.getSelection();
    if (text !== '') navigator.clipboard.writeText(text).catch(reportError);
  }

  /**
   * The page may not read the clipboard, so main triggers the menu's paste, which arrives as an
   * event.
   */
  paste(): void {
    this.focus();
    call('terminals.paste', null).catch(reportError);
  }

  /** A visible bell. */
  flash(): void {
    const now = performance.now();
    if (now - this.flashedAt < FLASH_PAUSE_MILLISECONDS) return;
    this.flashedAt = now;
    this.element.dataset.flash = '';
    window.setTimeout(() => delete this.element.dataset.flash, FLASH_MILLISECONDS);
  }

  dispose(): void {
    for (const stop of this.stops) stop();
    this.observer.disconnect();
    this.fit.dispose();
    this.terminal.dispose();
    this.element.remove();
  }

  private handleKey(event: KeyboardEvent): boolean {
    if (event.type !== 'keydown' || event.isComposing) return true;
    const { keybindings } = settingsStore.getState().settings;
    const command = commandFor(event, commands.list(), keybindings, isMac());
    const isCommand = command !== undefined && commands.isEnabled(command.id);
    const hasProgram = !this.isReadOnly && (this.options.hasProgram?.() ?? true);
    const purpose = keyPurpose(event, { isMac: isMac(), isCommand, hasProgram });
    if (purpose === 'program') return true;
    if (purpose === 'app') return false;
    event.preventDefault();
    event.stopPropagation();
    if (purpose === 'copy') this.copy();
    else if (purpose === 'paste') this.paste();
    else if (purpose === 'selectAll') this.terminal.selectAll();
    else this.options.onFind?.();
    return false;
  }

  private readonly handlePaste = (event: ClipboardEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    if (this.isReadOnly) return;
    const text = pasteText(event.clipboardData?.getData('text/plain') ?? '');
    if (text === '') return;
    if (this.terminal.modes.bracketedPasteMode || lineCount(text) < 2) {
      this.terminal.paste(text);
      return;
    }
    confirmFirst({
      title: `Paste ${lineCount(text)} lines?`,
      description: 'The program in this terminal runs each line as soon as it gets it.',
      action: 'Paste',
      run: () => this.terminal.paste(text),
    });
  };

  private readonly handleCopy = (event: ClipboardEvent): void => {
    const text = this.terminal.getSelection();
    if (text === '') return;
    event.preventDefault();
    event.stopPropagation();
    event.clipboardData?.setData('text/plain', text);
  };

  private readonly applySettings = (): void => {
    const next = chosenOptions();
    const { options } = this.terminal;
    if (options.fontSize === next.fontSize && options.scrollback === next.scrollback) return;
    Object.assign(options, next);
    this.fit.fitNow();
  };

  private readonly applyTheme = (): void => {
    this.terminal.options.theme = readTheme();
    this.terminal.options.minimumContrastRatio = minimumContrast();
  };
}

function chosenOptions() {
  const { fontSize, scrollback } = settingsStore.getState().settings.terminal;
  return { fontSize, scrollback };
}
