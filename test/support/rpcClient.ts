import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { Emitter } from '#main/base/emitter';
import type { RpcMessage } from '../agent/journalEntry';
import type { Json } from '../agent/step';
import { type WaitOptions, waitFor } from './waitFor';

const LINE_FEED = 0x0a;

export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export type Params = NonNullable<RpcMessage['params']>;

/** The answer to an agent's request; undefined leaves it open. */
export type Answerer = (params: Params) => Pick<RpcMessage, 'result' | 'error'> | undefined;

/** What `request` rejects with when the answer is an error. */
export class AnsweredError extends Error {
  constructor(readonly error: NonNullable<RpcMessage['error']>) {
    super(error.message);
  }
}

/**
 * A minimal client that talks JSON-RPC to an agent over stdio, for tests of agents and not of
 * Airlock. It keeps every line unchanged, and leaves requests open that no answerer handles.
 */
export class RpcClient {
  /** As bytes, since some agents send what is not UTF-8. */
  readonly lines: Buffer[] = [];
  /** The lines that are JSON. */
  readonly messages: RpcMessage[] = [];
  stderr = '';
  readonly exited: Promise<{ readonly code: number | null; readonly signal: string | null }>;
  readonly outputEnded: Promise<void>;
  /** The process has exited, and all of its stdout and stderr has been read. */
  readonly closed: Promise<void>;

  private readonly child: ChildProcessByStdio<Writable, Readable, Readable>;
  private readonly received = new Emitter<RpcMessage>();
  private readonly answerers = new Map<string, Answerer>();
  private unfinished: Buffer[] = [];
  private lastId = 0;

  constructor(launch: Launch, cwd: string) {
    this.child = spawn(launch.command, launch.args, {
      cwd,
      env: { ...process.env, ...launch.env },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.child.stdout.on('data', (chunk: Buffer) => this.read(chunk));
    this.child.stderr.on('data', (chunk: Buffer) => {
      this.stderr += chunk.toString('utf8');
    });
    // Raised by writing to an agent that has ended; the tests check its exit.
    this.child.stdin.on('error', () => undefined);
    this.exited = once(this.child, 'exit').then(([code, signal]) => ({ code, signal }));
    this.closed = once(this.child, 'close').then(() => undefined);
    this.outputEnded = once(this.child.stdout, 'end').then(() => undefined);
  }

  get pid(): number {
    if (this.child.pid === undefined) throw new Error('The agent did not start.');
    return this.child.pid;
  }

  answer(method: string, answerer: Answerer): void {
    this.answerers.set(method, answerer);
  }

  send(message: RpcMessage): void {
    this.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  write(bytes: string | Uint8Array): void {
    this.child.stdin.write(bytes);
  }

  notify(method: string, params: Params): void {
    this.send({ method, params });
  }

  /** Sends at once and returns the id, for tests that want to see the answer arrive. */
  begin(method: string, params: Params): number {
    this.lastId += 1;
    this.send({ id: this.lastId, method, params });
    return this.lastId;
  }

  async request(method: string, params: Params, options?: WaitOptions): Promise<Json> {
    return this.answerTo(this.begin(method, params), { what: `answer to ${method}`, ...options });
  }

  async answerTo(id: Json, options?: WaitOptions): Promise<Json> {
    const { error, result } = await this.message(
      (message) => message.method === undefined && message.id === id,
      options,
    );
    if (error) throw new AnsweredError(error);
    return result ?? null;
  }

  /** The first matching message, past or future. */
  async message(
    fits: (message: RpcMessage) => boolean,
    options?: WaitOptions,
  ): Promise<RpcMessage> {
    return this.messages.find(fits) ?? waitFor(this.received.event, fits, options);
  }

  /** The `update`s of all `session/update`s so far, of one session or of all. */
  updates(sessionId?: string): readonly Readonly<Record<string, Json>>[] {
    return this.messages
      .filter(({ method }) => method === 'session/update')
      .flatMap(({ params }) => (params ? [params] : []))
      .filter((params) => sessionId === undefined || params.sessionId === sessionId)
      .map((params) => params.update as Record<string, Json>);
  }

  endInput(): void {
    this.child.stdin.end();
  }

  /** Stops or continues reading the agent's output. */
  pauseReading(): void {
    this.child.stdout.pause();
  }

  resumeReading(): void {
    this.child.stdout.resume();
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  async dispose(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) this.signal('SIGKILL');
    await this.exited;
    this.received.dispose();
  }

  private read(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      const line = Buffer.concat([...this.unfinished.splice(0), chunk.subarray(start, end)]);
      start = end + 1;
      this.take(line);
    }
    this.unfinished.push(chunk.subarray(start));
  }

  private take(line: Buffer): void {
    this.lines.push(line);
    const message = parse(line);
    if (message === undefined) return;
    this.messages.push(message);
    this.received.fire(message);
    const { id, method, params } = message;
    if (method === undefined || id === undefined) return;
    const answer = this.answerers.get(method)?.(params ?? {});
    if (answer) this.send({ id, ...answer });
  }
}

/** Undefined for anything but a JSON object. */
function parse(line: Buffer): RpcMessage | undefined {
  try {
    const value: unknown = JSON.parse(line.toString('utf8').replace(/^\ufeff/, ''));
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? value : undefined;
  } catch {
    return undefined;
  }
}
