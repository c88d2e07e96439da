import type { AgentConnection, ConnectOptions } from '#main/agents/connection';
import type { IdSource } from '#shared/ids';
import { randomIds } from '../randomIds';
import { PROTOCOL_VERSION } from './messages';
import { type Keeper, ThreadsLink } from './threadsLink';

/**
 * Speaks the first draft of the protocol, whose sessions are threads. The caller disposes of the
 * channel. Rejects with a `ConnectionError`, after disposing of the connection.
 */
export async function connect(
  options: ConnectOptions,
  ids: IdSource = randomIds,
  now: () => number = Date.now,
): Promise<AgentConnection> {
  const link = new ThreadsLink(options, ids, now);
  try {
    return connectionOver(link, await link.findKeeper(options.signal));
  } catch (error) {
    link.dispose();
    throw error;
  }
}

function connectionOver(link: ThreadsLink, keeper: Keeper): AgentConnection {
  const keeps = keeper === 'agent';
  return {
    wire: 'threads',
    protocolVersion: PROTOCOL_VERSION,
    // The draft has no `initialize`, so the agent does not identify itself.
    identity: null,
    powers: keeps ? { load: true, list: true, prompt: {} } : { prompt: {} },
    authenticationMethods: [],
    newSession: (_place, signal) => link.create(keeper, signal),
    prompt: (session, content) => link.prompt(keeper, session, content),
    cancel: (session) => link.cancel(session),
    releaseSession: (session) => link.threads.release(session),
    ...(keeps && {
      loadSession: (session, _place, signal) => link.load(session, signal),
      listSessions: (_cwd, signal) => link.list(signal),
    }),
    dispose: () => link.dispose(),
    [Symbol.dispose]: () => link.dispose(),
  };
}
