import { type ChildProcess, spawn } from 'node:child_process';
import { untilCancelled } from '../cancelled';
import { messageOf } from '../log';
import type { ActiveToolCall } from '../turn/toolCalls';
import type { Turn } from '../turn/turn';
import { type CommandResult, maxOutputBytes, shellFor } from './commandResult';

/** Keeps the end of a long output, where failures are reported. */
class OutputTail {
  readonly #limit: number;
  #chunks: string[] = [];
  #length = 0;
  truncated = false;

  constructor(limit: number) {
    this.#limit = limit;
  }

  push(chunk: string): void {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    if (this.#length > this.#limit * 2) this.#shorten();
  }

  get text(): string {
    if (this.#length > this.#limit) this.#shorten();
    return this.#chunks.join('');
  }

  #shorten(): void {
    const whole = this.#chunks.join('');
    // Never cuts a surrogate pair in two.
    const start = whole.length - this.#limit;
    const tail = whole.slice(/[\uDC00-\uDFFF]/.test(whole.charAt(start)) ? start + 1 : start);
    this.#chunks = [tail];
    this.#length = tail.length;
    this.truncated = true;
  }
}

const liveInterval = 60;
const killDelay = 2_000;
const running = new Set<ChildProcess>();

/** Runs a command ourselves, in a process group of its own, for a client that has no terminals. */
export async function runLocally(
  turn: Turn,
  command: string,
  call: ActiveToolCall,
): Promise<CommandResult> {
  const shell = shellFor(command);
  const child = spawn(shell.file, shell.args, {
    cwd: turn.roots.cwd,
    detached: process.platform !== 'win32',
    env: ownEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
  });
  running.add(child);
  const live = turn.powers.terminalOutput ? new LiveOutput(call) : undefined;
  const output = new OutputTail(maxOutputBytes);
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (chunk: string) => {
      output.push(chunk);
      live?.push(chunk);
    });
  }
  const ended = waitForEnd(child);
  try {
    await call.begin(live?.opening(turn.roots.cwd));
    const end = await untilCancelled(ended, turn.signal);
    await live?.close(end.exitCode, end.signal);
    return { ...end, output: output.text, truncated: output.truncated, shown: live !== undefined };
  } catch (error) {
    live?.stop();
    endGroup(child);
    throw error;
  }
}

/** The environment without the variables that were set to start this agent. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => name !== 'ELECTRON_RUN_AS_NODE' && !name.startsWith('AIRLOCK_DEMO_AGENT_'),
  );
  return Object.fromEntries(kept);
}

/** Called when this process ends: no command may outlive it. */
export function killAllCommands(): void {
  for (const child of running) signalGroup(child, 'SIGKILL');
}

function waitForEnd(
  child: ChildProcess,
): Promise<Pick<CommandResult, 'exitCode' | 'signal' | 'problem'>> {
  return new Promise((resolve) => {
    child.once('error', (error) => {
      running.delete(child);
      resolve({ exitCode: null, signal: null, problem: messageOf(error) });
    });
    child.once('close', (exitCode, signal) => {
      running.delete(child);
      resolve({ exitCode, signal });
    });
  });
}

function endGroup(child: ChildProcess): void {
  signalGroup(child, 'SIGTERM');
  const timer = setTimeout(() => signalGroup(child, 'SIGKILL'), killDelay).unref();
  child.once('close', () => clearTimeout(timer));
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32')
      spawn('taskkill', ['/pid', String(child.pid), '/t', '/f'], { stdio: 'ignore' });
    else process.kill(-child.pid, signal);
  } catch {
    // The process group has ended already.
  }
}

/** Sends output by the extension with which clients show commands that run in the agent. */
class LiveOutput {
  readonly #call: ActiveToolCall;
  #waiting = '';
  #stopped = false;
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> = Promise.resolve();

  constructor(call: ActiveToolCall) {
    this.#call = call;
  }

  opening(cwd: string) {
    return {
      content: [{ type: 'terminal' as const, terminalId: this.#call.id }],
      _meta: { terminal_info: { terminal_id: this.#call.id, cwd } },
    };
  }

  push(chunk: string): void {
    if (this.#stopped) return;
    this.#waiting += chunk;
    this.#timer ??= setTimeout(() => this.#flush(), liveInterval);
  }

  /** Called when the turn is over: nothing may be sent after it. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#stopped = true;
  }

  async close(exitCode: number | null, signal: string | null): Promise<void> {
    this.#flush();
    await this.#sending;
    const exit = { terminal_id: this.#call.id, exit_code: exitCode, signal };
    await this.#call.update({ _meta: { terminal_exit: exit } });
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#waiting === '') return;
    const data = this.#waiting;
    this.#waiting = '';
    const output = { terminal_id: this.#call.id, data };
    this.#sending = this.#sending.then(() =>
      this.#call.update({ _meta: { terminal_output: output } }),
    );
  }
}
