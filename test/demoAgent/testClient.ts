import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ClientCapabilities,
  type ClientConnection,
  type ContentBlock,
  type CreateElicitationRequest,
  type CreateElicitationResponse,
  type CreateTerminalRequest,
  client,
  methods,
  type NewSessionResponse,
  PROTOCOL_VERSION,
  type PromptResponse,
  RequestError,
  type RequestPermissionRequest,
  type SessionNotification,
  type SessionUpdate,
  type ToolCall,
  type WriteTextFileRequest,
} from '@agentclientprotocol/sdk/unstable';
import { onTestFinished } from 'vitest';
import { createAgent } from '../../src/demo-agent/agent';
import { TestTerminals } from './testTerminals';

export interface TestClientOptions {
  readonly capabilities?: ClientCapabilities;
  readonly home?: string;
  readonly pace?: 'steady' | 'instant';
  /** The option that a permission request is answered with, or a promise that never comes. */
  readonly permission?: (request: RequestPermissionRequest) => Promise<string> | string;
  /** Throws to refuse; otherwise the text that is written. */
  readonly write?: (request: WriteTextFileRequest) => Promise<string> | string;
  readonly elicit?: (request: CreateElicitationRequest) => CreateElicitationResponse;
}

/** A client in the same process, over the SDK's own streams. It records every message. */
export class TestClient {
  readonly notifications: SessionNotification[] = [];
  readonly permissions: RequestPermissionRequest[] = [];
  readonly reads: string[] = [];
  readonly writes: WriteTextFileRequest[] = [];
  readonly elicitations: CreateElicitationRequest[] = [];
  readonly completed: string[] = [];
  readonly terminals = new TestTerminals();
  readonly #waiting = new Set<() => void>();
  #connection: ClientConnection | undefined;

  static async start(options: TestClientOptions = {}): Promise<TestClient> {
    const test = new TestClient();
    const home = options.home ?? (await temporaryFolder());
    const demo = createAgent({ home, pace: options.pace ?? 'instant' });
    test.#connection = test.#app(options).connect(demo.app);
    onTestFinished(async () => {
      test.#connection?.close();
      await demo.end();
    });
    await test.agent.request(methods.agent.initialize, {
      protocolVersion: PROTOCOL_VERSION,
      clientCapabilities: options.capabilities ?? {},
    });
    return test;
  }

  get agent() {
    if (!this.#connection) throw new Error('not connected');
    return this.#connection.agent;
  }

  /** A session in ask mode, which is the default. */
  newSession(cwd: string, additionalDirectories: string[] = []): Promise<NewSessionResponse> {
    return this.agent.request(methods.agent.session.new, {
      cwd,
      mcpServers: [],
      additionalDirectories,
    });
  }

  async newSessionIn(mode: 'ask' | 'auto' | 'plan', cwd: string): Promise<string> {
    const { sessionId } = await this.newSession(cwd);
    if (mode !== 'ask') {
      await this.agent.request(methods.agent.session.setConfigOption, {
        sessionId,
        configId: 'mode',
        value: mode,
      });
    }
    return sessionId;
  }

  prompt(sessionId: string, prompt: string | ContentBlock[]): Promise<PromptResponse> {
    const blocks: ContentBlock[] =
      typeof prompt === 'string' ? [{ type: 'text', text: prompt }] : prompt;
    return this.agent.request(methods.agent.session.prompt, { sessionId, prompt: blocks });
  }

  /** Sends a prompt and returns the text of the answer. */
  async ask(sessionId: string, prompt: string | ContentBlock[]): Promise<string> {
    const from = this.notifications.length;
    await this.prompt(sessionId, prompt);
    return this.said(sessionId, from);
  }

  async cancel(sessionId: string): Promise<void> {
    await this.agent.notify(methods.agent.session.cancel, { sessionId });
  }

  updates(sessionId: string, from = 0): SessionUpdate[] {
    return this.notifications
      .slice(from)
      .filter((each) => each.sessionId === sessionId)
      .map((each) => each.update);
  }

  said(sessionId: string, from = 0): string {
    return this.updates(sessionId, from)
      .map((update) =>
        update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text'
          ? update.content.text
          : '',
      )
      .join('');
  }

  /** The tool calls of a session, each in its last reported state. */
  toolCalls(sessionId: string, from = 0): ToolCall[] {
    const calls = new Map<string, ToolCall>();
    for (const update of this.updates(sessionId, from)) {
      if (update.sessionUpdate === 'tool_call') calls.set(update.toolCallId, update);
      if (update.sessionUpdate === 'tool_call_update') {
        const old = calls.get(update.toolCallId);
        const changes = Object.entries(update).filter(
          ([, value]) => value !== undefined && value !== null,
        );
        if (old) calls.set(update.toolCallId, { ...old, ...Object.fromEntries(changes) });
      }
    }
    return [...calls.values()];
  }

  /** Resolves as soon as the condition is true, which is checked after each message. */
  async until(isTrue: () => boolean): Promise<void> {
    while (!isTrue()) {
      await new Promise<void>((resolve) => {
        this.#waiting.add(resolve);
      });
    }
  }

  #happened(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const resolve of waiting) resolve();
  }

  #app(options: TestClientOptions) {
    const { session, fs, terminal, elicitation } = methods.client;
    return client({ name: 'test' })
      .onNotification(session.update, ({ params }) => {
        this.notifications.push(params);
        this.#happened();
      })
      .onRequest(session.requestPermission, async ({ params }) => {
        this.permissions.push(params);
        this.#happened();
        const optionId = (await options.permission?.(params)) ?? 'allow_once';
        return {
          outcome:
            optionId === 'cancelled' ? { outcome: 'cancelled' } : { outcome: 'selected', optionId },
        };
      })
      .onRequest(fs.readTextFile, async ({ params }) => {
        this.reads.push(params.path);
        try {
          return { content: await readFile(params.path, 'utf8') };
        } catch {
          throw RequestError.resourceNotFound(params.path);
        }
      })
      .onRequest(fs.writeTextFile, async ({ params }) => {
        this.writes.push(params);
        this.#happened();
        await writeFile(params.path, (await options.write?.(params)) ?? params.content);
        return {};
      })
      .onRequest(elicitation.create, ({ params }) => {
        this.elicitations.push(params);
        return options.elicit?.(params) ?? { action: 'cancel' };
      })
      .onNotification(elicitation.complete, ({ params }) => {
        this.completed.push(params.elicitationId);
        this.#happened();
      })
      .onRequest(terminal.create, async ({ params }: { params: CreateTerminalRequest }) => {
        const terminalId = this.terminals.create(params);
        this.#happened();
        return { terminalId };
      })
      .onRequest(terminal.waitForExit, ({ params }) =>
        this.terminals.waitForExit(params.terminalId),
      )
      .onRequest(terminal.output, ({ params }) => this.terminals.output(params.terminalId))
      .onRequest(terminal.kill, () => ({}))
      .onRequest(terminal.release, ({ params }) => {
        this.terminals.release(params.terminalId);
        this.#happened();
        return {};
      });
  }
}

export async function temporaryFolder(
  files: Readonly<Record<string, string>> = {},
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'airlock-agent-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    await mkdir(join(path, '..'), { recursive: true });
    await writeFile(path, text);
  }
  return folder;
}
