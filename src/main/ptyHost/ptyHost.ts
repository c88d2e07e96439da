import { setTimeout } from 'node:timers/promises';
import { DisposableMap, DisposableOwner, toDisposable } from '#main/base/disposable';
import type { Event } from '#main/base/emitter';
import { isShortOfDescriptors, NO_DESCRIPTORS } from '#main/base/files/outOfDescriptors';
import type { TerminalId } from '#shared/ids';
import type { TerminalEnd, ToPtyHost, ToWindow } from '#shared/terminal/portMessages';
import type { FromMain, ToMain } from './hostMessages';
import {
  BEAT_MILLISECONDS,
  DESCRIPTORS_PER_TERMINAL,
  END_MILLISECONDS,
  TAIL_MILLISECONDS,
} from './limits';
import { PtyTerminal, type Reader } from './ptyTerminal';
import { readWindowMessage } from './windowMessage';

export type WindowLink = Link<unknown, ToWindow>;

/** All ptys of the app. Main creates and ends them; windows read them and send input. */
export class PtyHost extends DisposableOwner {
  private readonly terminals = this.register(new DisposableMap<TerminalId, PtyTerminal>());
  private readonly main: Reader = {
    post: (message) => {
      if (message.type === 'data') this.tellMain(message);
    },
  };

  constructor(private readonly tellMain: (message: ToMain) => void) {
    super();
    this.every(BEAT_MILLISECONDS, () => tellMain({ type: 'beat' }));
    this.every(TAIL_MILLISECONDS, () => {
      for (const terminal of this.terminals.values()) this.reportTail(terminal);
    });
  }

  obey(message: FromMain): void {
    if (message.type === 'open') {
      this.open(message);
      return;
    }
    // Ports and the end of the process are handled in `index.ts`.
    if (message.type === 'window' || message.type === 'end') return;
    const terminal = this.terminals.get(message.id);
    if (terminal === undefined) return;
    switch (message.type) {
      case 'input':
        terminal.pty.write(message.data);
        break;
      case 'resize':
        terminal.resize(message);
        break;
      case 'acknowledge':
        terminal.acknowledge(message.characters);
        break;
      case 'kill':
        terminal.pty.kill();
        break;
    }
  }

  connect(link: WindowLink): void {
    const messages = link.onMessage((raw) => {
      const message = readWindowMessage(raw);
      if (message !== null) this.hear(message, link);
    });
    link.onClose(() => {
      messages.dispose();
      for (const terminal of this.terminals.values()) {
        if (terminal.isReadBy(link)) terminal.detach();
      }
    });
  }

  /** Asks all terminals to end; settles when they have, or after the time limit. */
  async end(): Promise<void> {
    const all = [...this.terminals.values()];
    const ended = all.map(
      ({ pty }) => new Promise<void>((resolve) => pty.onDidEnd(() => resolve())),
    );
    // Send these first: messages sent while the process ends may not arrive.
    for (const terminal of all) this.reportTail(terminal);
    for (const { pty } of all) pty.kill();
    await Promise.race([Promise.all(ended), setTimeout(END_MILLISECONDS)]);
    this.dispose();
  }

  private open(message: Extract<FromMain, { type: 'open' }>): void {
    const { id, audience, before } = message;
    let terminal: PtyTerminal;
    try {
      terminal = new PtyTerminal(id, audience, message, message, before);
    } catch (error) {
      // node-pty does not report why it could not open a pty.
      const isShort = isShortOfDescriptors(DESCRIPTORS_PER_TERMINAL);
      const message = isShort ? NO_DESCRIPTORS : (error as Error).message;
      this.tellMain({ type: 'refused', id, message });
      return;
    }
    this.terminals.set(id, terminal);
    this.tellMain({ type: 'opened', id, pid: terminal.pty.pid });
    terminal.pty.onDidEnd((end) => this.finish(terminal, end));
    if (audience === 'main') terminal.attach(this.main, message);
  }

  private hear(message: ToPtyHost, link: WindowLink): void {
    const terminal = this.terminals.get(message.id);
    // I12: an agent's terminal gets input only from main, and only if the user took it over.
    if (terminal?.audience !== 'window') {
      if (message.type === 'attach') link.post({ type: 'unknown', id: message.id });
      return;
    }
    if (message.type === 'attach') {
      terminal.attach(link, message);
      return;
    }
    if (!terminal.isReadBy(link)) return;
    switch (message.type) {
      case 'detach':
        terminal.detach();
        break;
      case 'input':
        terminal.pty.write(message.data);
        break;
      case 'resize':
        terminal.resize(message);
        break;
      case 'acknowledge':
        terminal.acknowledge(message.characters);
        break;
      case 'clear':
        terminal.clear();
        break;
    }
  }

  private finish(terminal: PtyTerminal, end: TerminalEnd): void {
    terminal.finish(end);
    this.reportTail(terminal);
    this.tellMain({ type: 'ended', id: terminal.id, ...end });
    // In the user's terminals, background programs continue, as in any other terminal.
    if (terminal.audience === 'main') terminal.pty.killRest();
    this.terminals.delete(terminal.id);
  }

  private reportTail(terminal: PtyTerminal): void {
    // Main reads an agent's terminals itself.
    if (terminal.audience === 'main') return;
    const news = terminal.takeTail();
    if (news !== null) this.tellMain({ type: 'tail', id: terminal.id, ...news });
  }

  private every(milliseconds: number, run: () => void): void {
    const timer = setInterval(run, milliseconds);
    this.register(toDisposable(() => clearInterval(timer)));
  }
}

/** Our end of a channel to another process, whatever carries it. */
interface Link<In, Out> {
  post(message: Out): void;
  readonly onMessage: Event<In>;
  readonly onClose: Event<void>;
}
