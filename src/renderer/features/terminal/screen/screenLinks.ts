import type { IBufferRange, ILink, ILinkHandler, ILinkProvider, Terminal } from '@xterm/xterm';
import { reportError } from '#window/diagnostics/reportError';
import { call } from '#window/ipc/client';
import { isMac } from '#window/state/appInfoStore';
import { type FoundFile, type FoundLink, findLinks } from './findLinks';
import { LineText } from './lineText';
import styles from './Screen.module.css';

/** Finds out which names are files, and opens them. The program's owner knows their location. */
export interface FileOpener {
  find(names: readonly string[]): Promise<readonly string[]>;
  open(name: string, line: number | null): Promise<void>;
}

/** Links are only opened by our own opener, and only by a click with the modifier key. */
export class ScreenLinks implements ILinkProvider, ILinkHandler {
  readonly allowNonHttpProtocols = false;
  private hint: HTMLElement | null = null;

  constructor(
    private readonly terminal: Terminal,
    private readonly files: FileOpener | null,
  ) {}

  /**
   * Answers at once, because xterm drops an answer that comes after the mouse has left and does not
   * ask for that line again. Whether a name is a file is checked when the mouse is over it.
   */
  provideLinks(row: number, callback: (links: ILink[] | undefined) => void): void {
    const line = new LineText(this.terminal, row);
    callback(findLinks(line.text).flatMap((found) => this.linkOf(found, line) ?? []));
  }

  /** A link that the program made itself may have any text, so the hint shows the target. */
  activate(event: MouseEvent, address: string): void {
    if (isMeant(event)) call('app.openExternal', { url: address }).catch(reportError);
  }

  hover(event: MouseEvent, address: string): void {
    this.showHint(event, address);
  }

  leave(): void {
    this.hint?.remove();
    this.hint = null;
  }

  private linkOf(found: FoundLink, line: LineText): ILink | null {
    const range = line.range(found.start, found.end);
    if (range === null) return null;
    if (found.type === 'address') return this.addressLink(found.address, range);
    return this.files && this.fileLink(found, range, this.files);
  }

  private addressLink(address: string, range: IBufferRange): ILink {
    return {
      range,
      text: address,
      activate: (event) => this.activate(event, address),
      hover: (event) => this.showHint(event, address),
      leave: () => this.leave(),
    };
  }

  /** Looks like ordinary text until the name is known to be a file. */
  private fileLink({ name, line }: FoundFile, range: IBufferRange, files: FileOpener): ILink {
    let isHovered = false;
    let isFile = false;
    const link: ILink = {
      range,
      text: name,
      decorations: { underline: false, pointerCursor: false },
      activate: (event) => {
        if (isFile && isMeant(event)) files.open(name, line).catch(reportError);
      },
      hover: (event) => {
        isHovered = true;
        const show = (found: readonly string[]): void => {
          isFile = found.includes(name);
          if (!isFile || !isHovered) return;
          // xterm has replaced this object with one that draws the given decorations.
          if (link.decorations)
            Object.assign(link.decorations, { underline: true, pointerCursor: true });
          this.showHint(event, name);
        };
        files.find([name]).then(show, reportError);
      },
      leave: () => {
        isHovered = false;
        this.leave();
      },
    };
    return link;
  }

  private showHint(event: MouseEvent, target: string): void {
    this.leave();
    const root = this.terminal.element;
    if (root === undefined) return;
    const box = root.getBoundingClientRect();
    const hint = document.createElement('div');
    // The class name that xterm allows over its links.
    hint.className = `xterm-hover ${styles.hint ?? ''}`;
    hint.textContent = `${target} (${isMac() ? '⌘' : 'Ctrl'}+click)`;
    hint.style.left = `${event.clientX - box.left}px`;
    const isLow = event.clientY - box.top > box.height / 2;
    hint.style[isLow ? 'bottom' : 'top'] =
      `${(isLow ? box.bottom - event.clientY : event.clientY - box.top) + 14}px`;
    root.append(hint);
    this.hint = hint;
  }
}

function isMeant(event: MouseEvent): boolean {
  return isMac() ? event.metaKey : event.ctrlKey;
}
