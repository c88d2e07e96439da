import type { ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { type JSONRPCMessage, JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';
import { windowsSpawn } from '#main/agents/process/windowsSpawn';
import { spawnProgram } from '#main/base/process/spawnProgram';
import { ALL_BYTES, MESSAGE_BYTES } from '#main/mcp/limits';
import type { McpServer } from '#shared/mcp/server';

const LINE_FEED = 0x0a;

/**
 * Connects to a server that is a command. The SDK's own transport keeps everything that a server
 * sends without a line break, and passes on only a part of the environment.
 */
export class BoundedStdio implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  private child: ChildProcessByStdio<Writable, Readable, null> | null = null;
  private pieces: Buffer[] = [];
  private lineBytes = 0;
  private allBytes = 0;

  constructor(private readonly server: Extract<McpServer, { type: 'stdio' }>) {}

  async start(): Promise<void> {
    const { command, args, env } = this.server;
    const { ELECTRON_RUN_AS_NODE: _, NODE_USE_ENV_PROXY: __, ...inherited } = process.env;
    const launch = { file: command, args: [...args], windowsVerbatimArguments: false };
    const spawned =
      process.platform === 'win32' ? windowsSpawn(command, args, process.env.COMSPEC) : null;
    if (spawned?.ok === false) throw new Error(`The command cannot be started: ${command}`);
    const { file, args: words, windowsVerbatimArguments } = spawned?.value ?? launch;
    const child = spawnProgram(file, [...words], {
      env: { ...inherited, ...env },
      // The server's error output is shown when the test fails.
      stdio: ['pipe', 'pipe', 'inherit'],
      windowsHide: true,
      windowsVerbatimArguments,
    }) as ChildProcessByStdio<Writable, Readable, null>;
    this.child = child;
    child.stdout.on('data', (bytes: Buffer) => this.read(bytes));
    child.stdin.on('error', () => undefined);
    child.on('exit', (code, signal) => {
      this.onerror?.(new Error(`The server ended (${signal ?? `exit code ${code}`}).`));
      this.onclose?.();
    });
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', reject);
    });
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.child?.stdin.write(`${JSON.stringify(message)}\n`);
  }

  async close(): Promise<void> {
    this.child?.kill('SIGKILL');
    this.child = null;
  }

  private read(bytes: Buffer): void {
    this.allBytes += bytes.length;
    let rest = bytes;
    for (;;) {
      const end = rest.indexOf(LINE_FEED);
      const piece = end === -1 ? rest : rest.subarray(0, end);
      this.lineBytes += piece.length;
      if (this.lineBytes > MESSAGE_BYTES || this.allBytes > ALL_BYTES) {
        this.fail('The server sends too much.');
        return;
      }
      this.pieces.push(piece);
      if (end === -1) return;
      const line = Buffer.concat(this.pieces).toString('utf8').trim();
      this.pieces = [];
      this.lineBytes = 0;
      if (line !== '') this.take(line);
      rest = rest.subarray(end + 1);
    }
  }

  /** Handles a line; lines that are not messages, such as a banner, are skipped. */
  private take(line: string): void {
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      this.onerror?.(
        new Error(`The server printed a line that is not a message: ${line.slice(0, 200)}`),
      );
      return;
    }
    const message = JSONRPCMessageSchema.safeParse(value);
    if (message.success) this.onmessage?.(message.data);
  }

  private fail(reason: string): void {
    this.onerror?.(new Error(reason));
    void this.close();
    this.onclose?.();
  }
}
