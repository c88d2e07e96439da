import { isAbsolute, resolve } from 'node:path';
import { allSteps } from './steps/allSteps.mjs';
import { expand } from './template.mjs';

/** Where steps are played: on behalf of which request and session, with which variables. */
export class Scene {
  constructor({
    agent,
    exchange = null,
    session = null,
    sessionId,
    variables,
    cancellable = true,
  }) {
    this.agent = agent;
    this.exchange = exchange;
    this.session = session;
    this.sessionId = sessionId ?? session?.sessionId ?? null;
    this.variables = variables ?? {};
    this.cancellable = cancellable;
  }

  /** The same scene but for some particulars; variables set there are not seen here. */
  with(changes) {
    return new Scene({ ...this, variables: { ...this.variables }, ...changes });
  }

  /** Aborts when the client's cancel is heeded. */
  get signal() {
    return this.cancellable ? this.exchange?.signal : undefined;
  }

  async play(steps) {
    for (const step of steps) {
      this.signal?.throwIfAborted();
      const [[name, argument]] = Object.entries(expand(step, this.variables));
      this.agent.journal.write({ type: 'step', name, step, sessionId: this.sessionId });
      await allSteps[name](this, argument);
    }
  }

  /** A `session/update` that the session remembers, unless it is sent in another's name. */
  update(update) {
    const own = this.session?.sessionId === this.sessionId;
    if (own) this.agent.sessions.remember(this.session, update);
    return this.send(update);
  }

  /** A `session/update` that it does not. */
  send(update) {
    return this.agent.peer.notify('session/update', { sessionId: this.sessionId, update });
  }

  request(method, params, options) {
    const scoped = { sessionId: this.sessionId, ...params };
    return this.agent.peer.request(method, scoped, options);
  }

  /** Relative paths are the session's. To send one as it is, use the `request` step. */
  path(path) {
    return isAbsolute(path) ? path : resolve(this.session?.cwd ?? process.cwd(), path);
  }
}
