import { methods, type PermissionOption } from '@agentclientprotocol/sdk/unstable';
import { TurnCancelled, throwIfCancelled } from '../cancelled';
import { logError } from '../log';
import type { ModeId } from '../parse/request';
import { type SessionWire, whileTurnLasts } from '../session/wire';
import type { ActiveToolCall } from './toolCalls';

/** What "always" covers: `key` is remembered, `name` is shown on the buttons. */
export interface PermissionSubject {
  readonly key: string;
  readonly name: string;
}

export type Permission = 'allowed' | 'rejected';

/** The answers with "always"; they last as long as the session. */
export type PermissionMemory = Map<string, Permission>;

export class PermissionGate {
  readonly #wire: SessionWire;
  readonly #memory: PermissionMemory;
  readonly #mode: () => ModeId;
  readonly #signal: AbortSignal;

  constructor(
    wire: SessionWire,
    memory: PermissionMemory,
    mode: () => ModeId,
    signal: AbortSignal,
  ) {
    this.#wire = wire;
    this.#memory = memory;
    this.#mode = mode;
    this.#signal = signal;
  }

  async ask(call: ActiveToolCall, subject: PermissionSubject): Promise<Permission> {
    throwIfCancelled(this.#signal);
    const remembered = this.#memory.get(subject.key);
    if (remembered) return remembered;
    if (this.#mode() === 'auto') return 'allowed';
    const option = await this.#request(call, subject);
    const permission: Permission = option?.startsWith('allow') ? 'allowed' : 'rejected';
    if (option?.endsWith('always')) this.#memory.set(subject.key, permission);
    return permission;
  }

  async #request(call: ActiveToolCall, subject: PermissionSubject): Promise<string | undefined> {
    const options = permissionOptions(subject);
    try {
      const { outcome } = await this.#wire.client.request(
        methods.client.session.requestPermission,
        { sessionId: this.#wire.sessionId, toolCall: call.snapshot(), options },
        whileTurnLasts(this.#signal),
      );
      // In the protocol this outcome means that the whole turn is being cancelled.
      if (outcome.outcome === 'cancelled') throw new TurnCancelled();
      return options.find((option) => option.optionId === outcome.optionId)?.optionId;
    } catch (error) {
      throwIfCancelled(this.#signal);
      if (error instanceof TurnCancelled) throw error;
      // No answer counts as a refusal.
      logError('The client did not answer a permission request', error);
      return undefined;
    }
  }
}

function permissionOptions({ name }: PermissionSubject): PermissionOption[] {
  return [
    { optionId: 'allow_once', kind: 'allow_once', name: 'Allow once' },
    {
      optionId: 'allow_always',
      kind: 'allow_always',
      name: `Always allow ${name} in this session`,
    },
    { optionId: 'reject_once', kind: 'reject_once', name: 'Reject' },
    {
      optionId: 'reject_always',
      kind: 'reject_always',
      name: `Always reject ${name} in this session`,
    },
  ];
}
