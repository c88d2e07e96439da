import type { IBufferRange, ILink, ILinkHandler, ILinkProvider, Terminal } from '@xterm/xterm';
import { reportError } from '../../../diagnostics/reportError';
import { call } from '../../../ipc/client';
import { isMac } from '../../../state/appInfoStore';
import { type FoundLink, findLinks } from './findLinks';
import { LineText } from './lineText';
import styles from './Screen.module.css';

/** Tells which names are files, and opens them; where they are is known to whoever runs the program. */
export interface FileOpener {
  find(names: readonly string[]): Promise<readonly string[]>;
  open(name: string, line: number | null): Promise<void>;
}

/** Links open by our own opener alone, and only by a click with the modifier key held. */
export class ScreenLinks implements ILinkProvider, ILinkHandler {
  readonly allowNonHttpProtocols = false;
  private hint: HTMLElement | null = null;

  constructor(
    private readonly terminal: Terminal,
    private readonly files: FileOpener | null,
  ) {}

  provideLinks(row: number, callback: (links: ILink[] | undefined) => void): void {
    const line = new LineText(this.terminal, row);
    this.existing(findLinks(line.text)).then(
      (found) => callback(found.flatMap((link) => this.linkOf(link, line) ?? [])),
      (error: unknown) => {
        reportError(error);
        callback(undefined);
      },
    );
  }

  /** Of a link that the program made itself: its text may say anything, the hint says where it leads. */
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

  private async existing(links: readonly FoundLink[]): Promise<readonly FoundLink[]> {
    const names = [...new Set(links.flatMap((link) => (link.type === 'file' ? link.name : [])))];
    const found = new Set(names.length === 0 ? [] : await this.files?.find(names));
    return links.filter((link) => link.type === 'address' || found.has(link.name));
  }

  private linkOf(link: FoundLink, line: LineText): ILink | null {
    const range: IBufferRange | null = line.range(link.start, link.end);
    if (range === null) return null;
    const target = link.type === 'address' ? link.address : link.name;
    return {
      range,
      text: target,
      activate: (event) => {
        if (link.type === 'address') this.activate(event, link.address);
        else if (isMeant(event)) this.files?.open(link.name, link.line).catch(reportError);
      },
      hover: (event) => this.showHint(event, target),
      leave: () => this.leave(),
    };
  }

  private showHint(event: MouseEvent, target: string): void {
    this.leave();
    const root = this.terminal.element;
    if (root === undefined) return;
    const box = root.getBoundingClientRect();
    const hint = document.createElement('div');
    // xterm's own name for what may lie over its links.
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
