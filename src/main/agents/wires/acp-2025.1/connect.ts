import {
  type AgentConnection,
  ConnectionError,
  type ConnectOptions,
} from '#main/agents/connection';
import type { IdSource } from '#shared/ids';
import type { AuthenticationMethod } from '#shared/session/agent';
import { randomIds } from '../randomIds';
import { DialectLink } from './dialectLink';
import { PROTOCOL_VERSION } from './messages';
import type { Acp2025Initialize } from './translate/answers';

const token: AuthenticationMethod = { id: 'token', name: 'Token', how: { type: 'api-key' } };

/**
 * Connects to an agent that speaks the snake_case dialect called 2025.1. The caller disposes of the
 * channel. Rejects with a `ConnectionError`, after disposing of everything else.
 */
export async function connect(
  options: ConnectOptions,
  ids: IdSource = randomIds,
): Promise<AgentConnection> {
  const link = new DialectLink(options, ids);
  try {
    const answer = await link.initialize(options);
    checkVersion(answer.protocolVersion);
    return connectionOver(link, answer);
  } catch (error) {
    link.dispose();
    throw error;
  }
}

/**
 * Later versions of that year are accepted, and their capabilities decide; a missing version means
 * this one.
 */
function checkVersion(version: unknown): void {
  if (version === null || (typeof version === 'string' && version.startsWith('2025.'))) return;
  const theirs = String(version).slice(0, 20);
  throw new ConnectionError(
    'unsupported',
    `The agent speaks version ${theirs}; Airlock speaks ${PROTOCOL_VERSION} of this protocol.`,
  );
}

function connectionOver(link: DialectLink, answer: Acp2025Initialize): AgentConnection {
  return {
    wire: 'acp-2025.1',
    // This agent's requests name no session.
    sessionsPerProcess: 1,
    protocolVersion: String(answer.protocolVersion ?? PROTOCOL_VERSION),
    identity: answer.identity,
    powers: answer.powers,
    authenticationMethods: [token],
    newSession: (place, signal) => link.create(place, signal),
    resumeSession: (session, place, signal) => link.resume(session, place, signal),
    prompt: (session, content) => link.prompt(session, content),
    cancel: (session) => link.cancel(session),
    setMode: (session, modeId) => link.setMode(session, modeId),
    releaseSession: (session) => link.sessions.release(session),
    authenticate: (_methodId, { apiKey }, signal) => link.authenticate(apiKey, signal),
    dispose: () => link.dispose(),
    [Symbol.dispose]: () => link.dispose(),
  };
}
