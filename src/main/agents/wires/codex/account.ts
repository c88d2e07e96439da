import { type ConnectionClient, ConnectionError, type Credentials } from '#main/agents/connection';
import type { AuthenticationMethod } from '#shared/session/agent';
import { urlBody } from '../elicitationBody';
import { identifier, type JsonRecord, makeRoom, textOr } from '../json';
import { unlessAborted } from '../unlessAborted';
import { readRecord } from './answers';
import type { CodexLink } from './codexLink';
import { OPEN_LOGINS } from './limits';

interface OpenLogin {
  settle(): void;
  fail(error: ConnectionError): void;
}

export const loginMethods: readonly AuthenticationMethod[] = [
  { id: 'chatgpt', name: 'Log in with ChatGPT', how: { type: 'agent' } },
  { id: 'api-key', name: 'Use an API key', how: { type: 'api-key', provider: 'openai' } },
  {
    id: 'terminal-login',
    name: 'Log in using a terminal',
    how: { type: 'terminal', command: 'codex', args: ['login'], env: {}, label: 'codex login' },
  },
];

/** Whether Codex is logged in, and the ways to log in. */
export class Account {
  private readonly logins = new Map<string, OpenLogin>();
  private needsLogin = false;

  constructor(
    private readonly link: CodexLink,
    private readonly client: ConnectionClient,
  ) {}

  async read(signal?: AbortSignal): Promise<void> {
    const answer = await this.link.request('account/read', {}, readRecord, signal);
    this.needsLogin = answer.requiresOpenaiAuth === true && answer.account === null;
  }

  get isBarred(): boolean {
    return this.needsLogin;
  }

  /** Throws if a turn would fail because nobody is logged in. */
  check(): void {
    if (!this.needsLogin) return;
    throw new ConnectionError('authentication-required', 'Codex needs you to log in.');
  }

  async logIn(methodId: string, { apiKey }: Credentials, signal?: AbortSignal): Promise<void> {
    if (methodId === 'api-key') {
      if (!apiKey) throw new ConnectionError('invalid-request', 'There is no API key.');
      await this.link.request(
        'account/login/start',
        { type: 'apiKey', apiKey },
        readRecord,
        signal,
      );
    } else if (methodId === 'chatgpt') {
      await this.logInByBrowser(signal);
    } else {
      throw new ConnectionError('unsupported', `Codex has no login “${methodId}”.`);
    }
    this.needsLogin = false;
  }

  async logOut(): Promise<void> {
    await this.link.request('account/logout', {}, readRecord);
    await this.read();
  }

  notified(method: string, params: JsonRecord): void {
    if (method !== 'account/login/completed') return;
    const id = identifier(params.loginId) ?? '';
    const login = this.logins.get(id);
    this.logins.delete(id);
    if (params.success === true) login?.settle();
    else login?.fail(new ConnectionError('agent-error', textOr(params.error, 'The login failed.')));
  }

  fail(error: ConnectionError): void {
    for (const login of this.logins.values()) login.fail(error);
    this.logins.clear();
  }

  /** Logs in at a web address, while Codex waits for the result. */
  private async logInByBrowser(signal?: AbortSignal): Promise<void> {
    const started = await this.link.request(
      'account/login/start',
      { type: 'chatgpt' },
      readRecord,
      signal,
    );
    const body = urlBody(started.authUrl, started.loginId);
    const loginId = identifier(started.loginId);
    if (typeof body === 'string' || loginId === null) {
      throw new ConnectionError('protocol', 'Codex gave no login address.');
    }
    const done = this.completed(loginId);
    const asking = signal ?? new AbortController().signal;
    const question = { message: 'Log in with ChatGPT', toolCallId: null, body };
    const outcome = await this.client.of(null).elicit(question, asking);
    if (outcome.type !== 'accepted') {
      this.logins.delete(loginId);
      const ignore = () => undefined;
      this.link.request('account/login/cancel', { loginId }, readRecord).catch(ignore);
      throw new ConnectionError('cancelled', 'The login was cancelled.');
    }
    const giveUp = () => new ConnectionError('cancelled', 'The login was cancelled.');
    await unlessAborted(done, asking, giveUp);
  }

  private completed(loginId: string): Promise<void> {
    makeRoom(this.logins, OPEN_LOGINS);
    const done = new Promise<void>((resolve, reject) => {
      this.logins.set(loginId, { settle: resolve, fail: reject });
    });
    // The caller may have stopped waiting by then.
    done.catch(() => undefined);
    return done;
  }
}
