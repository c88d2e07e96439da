import { ACKNOWLEDGED_CHARACTERS } from '#shared/terminal/flowControl';
import type { TerminalSize, ToWindow } from '#shared/terminal/portMessages';
import type { UserTerminal } from '#shared/terminal/terminal';
import { reportError } from '#window/diagnostics/reportError';
import { terminalList } from '#window/features/terminal/terminalList';
import { call } from '#window/ipc/client';
import { endNote, returnNote } from './endNote';
import { ptyPort } from './ptyPort';
import { Screen } from './screen';

export interface ShellScreenEvents {
  onTitle(title: string): void;
  onBell(): void;
  onFind(): void;
  onResize(size: TerminalSize): void;
}

type Replay = Extract<ToWindow, { type: 'replay' }>;
type Ended = Extract<UserTerminal['state'], { type: 'ended' }>;

/** A longer paste is sent in several messages. */
const INPUT_CHARACTERS = 256 * 1024;

/** A terminal of the user's on the screen, with its program's output and the user's input. */
export class ShellScreen {
  readonly screen: Screen;
  private readonly stop: () => void;
  private state: UserTerminal['state'];
  private drawn = 0;
  /** Whether the terminal's earlier output is already on this screen. */
  private hasShown = false;
  /** Whether the pty host has sent the earlier output; from then on it receives input. */
  private isAttached = false;
  /** Whether a restart was requested. */
  private isStarting = false;
  private typedAhead = '';
  /** Output and input that wait while earlier output is redrawn; nothing is answered then. */
  private held: (() => void)[] | null = null;

  constructor(
    private readonly terminal: UserTerminal,
    private readonly events: ShellScreenEvents,
  ) {
    const { id } = terminal;
    this.state = terminal.state;
    this.screen = new Screen({
      label: `Terminal: ${terminal.givenName ?? terminal.name}`,
      files: {
        find: async (names) => (await call('terminals.findFiles', { terminalId: id, names })).found,
        open: async (name, line) =>
          void (await call('terminals.openFile', { terminalId: id, name, line })),
      },
      hasProgram: () => this.state.type === 'running',
      onInput: (data, isTyped) => this.type(data, isTyped),
      onResize: (size) => this.resize(size),
      onTitle: (title) => this.held === null && events.onTitle(title),
      onBell: () => this.held === null && this.ring(),
      onFind: () => events.onFind(),
    });
    this.stop = terminalList.subscribe(({ user }) => {
      const state = user.find((other) => other.id === id)?.state;
      if (state !== undefined && state.type !== this.state.type) this.follow(state);
    });
    // The program gets its size once it is known.
    this.screen.opened
      .then(() => (this.state.type === 'running' ? this.attach() : this.showTail(this.state)))
      .catch(reportError);
  }

  get size(): TerminalSize {
    return this.screen.size;
  }

  receive(message: ToWindow): void {
    switch (message.type) {
      case 'replay':
        this.replay(message).catch(reportError);
        break;
      case 'data':
        this.take(message.data);
        break;
      case 'ended': {
        const { exitCode, signal } = message;
        this.conclude({ type: 'ended', cause: 'exit', at: Date.now(), exitCode, signal });
        break;
      }
      case 'unknown':
        // The terminal ended in the meantime; the list will say how.
        break;
    }
  }

  clear(): void {
    this.screen.clear();
    ptyPort.post({ type: 'clear', id: this.terminal.id });
  }

  reset(): void {
    this.screen.reset();
    ptyPort.post({ type: 'clear', id: this.terminal.id });
  }

  /** Starts the program again. What is typed before that waits for it. */
  restart(): void {
    if (this.isStarting || this.terminal.isOneOff) return;
    this.isStarting = true;
    call('terminals.restart', { terminalId: this.terminal.id, size: this.size }).catch(
      (error: unknown) => {
        this.isStarting = false;
        this.typedAhead = '';
        reportError(error);
      },
    );
  }

  dispose(): void {
    this.stop();
    ptyPort.detach(this.terminal.id);
    this.screen.dispose();
  }

  private attach(): void {
    this.drawn = 0;
    this.isAttached = false;
    ptyPort.attach(this.terminal.id, this);
  }

  private follow(state: UserTerminal['state']): void {
    this.state = state;
    this.isStarting = false;
    if (state.type === 'running') {
      this.attach();
      return;
    }
    const wasAttached = this.isAttached;
    this.isAttached = false;
    if (!wasAttached) {
      // The terminal ended before its output was read. Pending output would repeat the tail.
      ptyPort.detach(this.terminal.id);
      this.showTail(state).catch(reportError);
    } else if (state.cause === 'lost') {
      this.conclude(state);
    }
  }

  private type(data: string, isTyped: boolean): void {
    if (this.held !== null && !isTyped) return;
    if (this.state.type === 'ended' && !this.isStarting) {
      if (data === '\r') this.restart();
      return;
    }
    if (!this.isAttached || this.held !== null) {
      this.typedAhead = (this.typedAhead + data).slice(-INPUT_CHARACTERS);
      return;
    }
    for (let start = 0; start < data.length; start += INPUT_CHARACTERS) {
      const part = data.slice(start, start + INPUT_CHARACTERS);
      ptyPort.post({ type: 'input', id: this.terminal.id, data: part });
    }
  }

  private resize(size: TerminalSize): void {
    if (this.held !== null) return;
    this.events.onResize(size);
    if (this.isAttached) ptyPort.post({ type: 'resize', id: this.terminal.id, ...size });
  }

  private take(data: string): void {
    if (this.held !== null) {
      this.held.push(() => this.take(data));
      return;
    }
    this.screen.write(data).then(() => this.acknowledge(data.length), reportError);
  }

  /** Acknowledges only drawn output, so that a flood does not pile up here. */
  private acknowledge(characters: number): void {
    this.drawn += characters;
    if (this.drawn < ACKNOWLEDGED_CHARACTERS) return;
    ptyPort.post({ type: 'acknowledge', id: this.terminal.id, characters: this.drawn });
    this.drawn = 0;
  }

  private async replay({ stretches, before }: Replay): Promise<void> {
    const { terminal } = this.screen;
    const { cols, rows } = terminal;
    this.drawn = 0;
    this.held = [];
    try {
      if (before !== undefined) {
        if (!this.hasShown) await this.screen.write(before);
        await this.screen.write(returnNote(terminal.buffer.active.type === 'alternate'));
      }
      this.hasShown = true;
      for (const stretch of stretches) {
        if (stretch.data === '') continue;
        terminal.resize(stretch.columns, stretch.rows);
        await this.screen.write(stretch.data);
      }
    } finally {
      terminal.resize(cols, rows);
      this.isAttached = true;
      this.release();
      this.screen.fitNow();
      const typed = this.typedAhead;
      this.typedAhead = '';
      if (typed !== '') this.type(typed, true);
    }
  }

  private async showTail(state: Ended): Promise<void> {
    this.held = [];
    try {
      const { data } = await call('terminals.tail', { terminalId: this.terminal.id });
      await this.screen.write(data);
      this.hasShown = true;
      this.conclude(state);
    } finally {
      this.release();
    }
  }

  /** Adds the end note below the output, once that is drawn. */
  private conclude(state: Ended): void {
    if (this.held !== null) {
      this.held.push(() => this.conclude(state));
      return;
    }
    const { screen } = this;
    screen
      .write('')
      .then(() => {
        const isAlternate = screen.terminal.buffer.active.type === 'alternate';
        return screen.write(endNote(state, isAlternate, !this.terminal.isOneOff));
      })
      .catch(reportError);
  }

  private release(): void {
    const held = this.held ?? [];
    this.held = null;
    for (const act of held) act();
  }

  private ring(): void {
    this.screen.flash();
    this.events.onBell();
  }
}
