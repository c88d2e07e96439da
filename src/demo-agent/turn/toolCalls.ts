import { randomUUID } from 'node:crypto';
import type {
  ToolCall,
  ToolCallContent,
  ToolCallStatus,
  ToolCallUpdate,
  ToolKind,
} from '@agentclientprotocol/sdk/unstable';
import type { SessionWire } from '../session/wire';

export type ToolCallPatch = Omit<ToolCallUpdate, 'toolCallId' | 'status'>;

export interface ToolCallStart {
  /** The command that the call is part of. */
  readonly name: string;
  readonly title: string;
  readonly kind: ToolKind;
  readonly locations?: NonNullable<ToolCall['locations']>;
  readonly content?: ToolCallContent[];
  readonly rawInput?: unknown;
}

/** The tool calls of one turn. A call that is still open when the turn ends has failed. */
export class DemoToolCalls {
  readonly #wire: SessionWire;
  readonly #onStart: () => void;
  readonly #open = new Set<ActiveToolCall>();

  constructor(wire: SessionWire, onStart: () => void) {
    this.#wire = wire;
    this.#onStart = onStart;
  }

  async start(start: ToolCallStart): Promise<ActiveToolCall> {
    this.#onStart();
    const state: ToolCall = { toolCallId: `call_${randomUUID()}`, status: 'pending', ...start };
    const call = new ActiveToolCall(this.#wire, state, () => this.#open.delete(call));
    this.#open.add(call);
    await this.#wire.send({ sessionUpdate: 'tool_call', ...state });
    return call;
  }

  async failOpen(reason: string): Promise<void> {
    for (const call of this.#open) await call.fail({ rawOutput: { reason } });
  }
}

export class ActiveToolCall {
  readonly #wire: SessionWire;
  readonly #onEnd: () => void;
  #state: ToolCall;

  constructor(wire: SessionWire, state: ToolCall, onEnd: () => void) {
    this.#wire = wire;
    this.#state = state;
    this.#onEnd = onEnd;
  }

  get id(): string {
    return this.#state.toolCallId;
  }

  /** The whole state of the call, for a permission request. */
  snapshot(): ToolCallUpdate {
    return { ...this.#state };
  }

  async begin(patch: ToolCallPatch = {}): Promise<void> {
    await this.#send('in_progress', patch);
  }

  async update(patch: ToolCallPatch): Promise<void> {
    await this.#send(undefined, patch);
  }

  /** `kept` replaces, in the history, content that does not outlive the connection. */
  async complete(patch: ToolCallPatch = {}, kept?: ToolCallContent[]): Promise<void> {
    await this.#end('completed', patch, kept);
  }

  async fail(patch: ToolCallPatch = {}, kept?: ToolCallContent[]): Promise<void> {
    await this.#end('failed', patch, kept);
  }

  async #end(
    status: ToolCallStatus,
    patch: ToolCallPatch,
    kept: ToolCallContent[] | undefined,
  ): Promise<void> {
    this.#onEnd();
    await this.#send(status, patch, kept);
  }

  async #send(
    status: ToolCallStatus | undefined,
    patch: ToolCallPatch,
    kept?: ToolCallContent[],
  ): Promise<void> {
    const changes = { ...patch, ...(status ? { status } : {}) };
    const isEnd = status === 'completed' || status === 'failed';
    // Metadata belongs to a single update, not to the state of the call.
    const defined = Object.entries(changes).filter(
      ([key, value]) => key !== '_meta' && value !== undefined && value !== null,
    );
    this.#state = { ...this.#state, ...Object.fromEntries(defined) };
    const update = { sessionUpdate: 'tool_call_update', toolCallId: this.id, ...changes } as const;
    const whole = {
      sessionUpdate: 'tool_call_update',
      ...this.#state,
      ...(kept ? { content: kept } : {}),
    } as const;
    await this.#wire.send(update, isEnd ? whole : null);
  }
}

export function textContent(text: string): ToolCallContent {
  return { type: 'content', content: { type: 'text', text } };
}
