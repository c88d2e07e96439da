import { constants } from 'node:os';
import type { TerminalExit } from '#main/agents/connection';
import { DisposableOwner } from '#main/base/disposable';
import { Emitter } from '#main/base/emitter';
import { definedOnly } from '#main/base/process/definedOnly';
import { AGENT_COLUMNS, AGENT_ROWS } from '#main/terminals/limits';
import { OutputTail } from '#main/terminals/output/outputTail';
import type { CommandOptions } from '#main/terminals/pipeTerminal';
import type { RunningCommand } from '#main/terminals/runningCommand';
import { ok, type Result } from '#shared/errors';
import type { TerminalId } from '#shared/ids';
import type { TerminalEnd, TerminalSize } from '#shared/terminal/portMessages';
import type { PtyHostClient } from './ptyHostClient';

/** An agent's command in a pty. It gets no input unless the user takes it over. */
export class PtyCommand extends DisposableOwner implements RunningCommand {
  private readonly data = this.register(new Emitter<string>());
  readonly onDidWrite = this.data.event;
  readonly tail: OutputTail;
  readonly ended: Promise<TerminalExit>;
  exit: TerminalExit | null = null;
  private finish: (exit: TerminalExit) => void = () => undefined;

  private constructor(
    private readonly id: TerminalId,
    private readonly ptys: PtyHostClient,
    { outputByteLimit, share }: CommandOptions,
  ) {
    super();
    this.tail = new OutputTail(outputByteLimit, share);
    this.ended = new Promise((resolve) => {
      this.finish = resolve;
    });
    this.register(
      ptys.onDidWrite((news) => {
        if (news.id === id) this.take(news.data);
      }),
    );
    this.register(
      ptys.onDidEnd((end) => {
        if (end.id === id) this.end(end);
      }),
    );
  }

  /** Rejects with the system's error if there is no such program. */
  static async start(
    id: TerminalId,
    ptys: PtyHostClient,
    options: CommandOptions,
  ): Promise<Result<PtyCommand>> {
    const { line, cwd, env, namespace } = options;
    const all = { TERM: 'xterm-256color', ...definedOnly(env) };
    const plain = { ...line, cwd, env: all };
    const inside = namespace?.enter(plain, 'terminal');
    // Created before the pty is opened, because its first output may arrive together with the
    // answer.
    const command = new PtyCommand(id, ptys, options);
    const opened = await ptys.open({
      id,
      audience: 'main',
      ...(inside ?? plain),
      isWaiting: inside !== undefined,
      columns: AGENT_COLUMNS,
      rows: AGENT_ROWS,
    });
    if (opened.ok) return ok(command);
    command.dispose();
    return opened;
  }

  input(data: string): void {
    this.ptys.input(this.id, data);
  }

  resize(size: TerminalSize): void {
    this.ptys.resize(this.id, size);
  }

  async kill(): Promise<void> {
    if (this.exit !== null) return;
    this.ptys.kill(this.id);
    await this.ended;
  }

  protected override release(): void {
    if (this.exit === null) this.ptys.kill(this.id);
    this.tail.letGo();
    super.release();
  }

  private take(text: string): void {
    this.tail.push(Buffer.from(text));
    this.data.fire(text);
    this.ptys.acknowledge(this.id, text.length);
  }

  private end({ exitCode, signal }: TerminalEnd): void {
    this.exit = { exitCode, signal: signal === null ? null : signalName(signal) };
    this.finish(this.exit);
  }
}

function signalName(number: number): string {
  const found = Object.entries(constants.signals).find(([, value]) => value === number);
  return found?.[0] ?? `signal ${number}`;
}
