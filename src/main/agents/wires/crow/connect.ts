import {
  type AgentConnection,
  ConnectionError,
  type ConnectOptions,
} from '#main/agents/connection';
import type { IdSource } from '#shared/ids';
import { randomIds } from '../randomIds';
import { CrowLink } from './crowLink';
import { PROTOCOL_VERSION } from './messages';
import type { CrowInitialize } from './translate/answers';

/**
 * Speaks the dialect whose updates have an `@type`. The caller disposes of the channel. Rejects
 * with a `ConnectionError`, after disposing of the connection.
 */
export async function connect(
  options: ConnectOptions,
  ids: IdSource = randomIds,
): Promise<AgentConnection> {
  const link = new CrowLink(options, ids);
  try {
    const answer = await link.initialize(options);
    if (answer.protocolVersion !== PROTOCOL_VERSION) {
      const theirs = String(answer.protocolVersion ?? 'none').slice(0, 20);
      throw new ConnectionError(
        'unsupported',
        `The agent speaks version ${theirs} of this protocol; Airlock speaks version ${PROTOCOL_VERSION}.`,
      );
    }
    return connectionOver(link, answer);
  } catch (error) {
    link.dispose();
    throw error;
  }
}

function connectionOver(link: CrowLink, { identity, powers }: CrowInitialize): AgentConnection {
  return {
    wire: 'crow',
    protocolVersion: String(PROTOCOL_VERSION),
    identity,
    powers,
    authenticationMethods: [],
    newSession: (place, signal) => link.create(place, signal),
    prompt: (session, content) => link.prompt(session, content, powers.prompt),
    cancel: (session) => link.cancel(session),
    releaseSession: (session) => link.release(session),
    // Both send the same request. The specification has no update for the user's messages, so a
    // replay may lack them, but the conversation can still be resumed.
    ...(powers.load && {
      loadSession: (session, place, signal) => link.load(session, place, signal),
      resumeSession: (session, place, signal) => link.load(session, place, signal),
    }),
    dispose: () => link.dispose(),
    [Symbol.dispose]: () => link.dispose(),
  };
}
