import { DisposableOwner } from '#main/base/disposable';
import { Emitter } from '#main/base/emitter';
import type { AgentLogin } from '#shared/session/agent';
import { isRecord, recordsOf, textOr } from '../json';
import { ACCOUNT_CHARACTERS } from './limits';

const states: Readonly<Record<string, AgentLogin['state']>> = {
  authenticated: 'in',
  unauthenticated: 'out',
  not_required: 'not-needed',
};

/** The answer to `auth/status`, or the notification of the same shape. */
export function loginFromWire(value: unknown): AgentLogin {
  const { state, accounts } = isRecord(value) ? value : {};
  const listed = recordsOf(accounts);
  const used = listed.find(({ active }) => active === true) ?? listed[0];
  return {
    state: (typeof state === 'string' ? states[state] : undefined) ?? 'unknown',
    account: used === undefined ? null : accountOf(used.label),
  };
}

/**
 * Reads the extension that agents used before the protocol had a method. It tells who is logged in;
 * the agent reports elsewhere when a login is needed.
 */
export function loginFromExtension(value: unknown): AgentLogin | null {
  const status = isRecord(value) ? value.authStatus : undefined;
  const account = isRecord(status) ? accountOf(status.label) : null;
  return account === null ? null : { state: 'unknown', account };
}

function accountOf(label: unknown): string | null {
  const text = textOr(label, '').trim().slice(0, ACCOUNT_CHARACTERS);
  return text === '' ? null : text;
}

/** The login state that the agent last reported. */
export class LoginStatus extends DisposableOwner {
  private readonly changes = this.register(new Emitter<AgentLogin>());
  readonly onDidChange = this.changes.event;
  private last: AgentLogin | null = null;

  get value(): AgentLogin | null {
    return this.last;
  }

  set(login: AgentLogin): void {
    if (JSON.stringify(login) === JSON.stringify(this.last) || this.isDisposed) return;
    this.last = login;
    this.changes.fire(login);
  }
}
