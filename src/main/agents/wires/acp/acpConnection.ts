import * as acp from '@agentclientprotocol/sdk/unstable';
import { type AgentConnection, ConnectionError, type Credentials } from '#main/agents/connection';
import type { AgentLink } from './agentLink';
import { AgentSessions } from './agentSessions';
import type { InitializeAnswer } from './answers';
import { powersOf } from './capabilities';

const methods = acp.methods.agent;

/** The port as this agent fills it: what it does not advertise is not there. */
export function acpConnection(link: AgentLink, answer: InitializeAnswer): AgentConnection {
  const powers = powersOf(answer);
  const sessions = new AgentSessions(link, powers);
  return {
    wire: 'acp',
    protocolVersion: String(acp.PROTOCOL_VERSION),
    identity: answer.identity,
    powers,
    get authenticationMethods() {
      return link.authenticationMethods;
    },
    newSession: (place, signal) => sessions.create(place, signal),
    prompt: (session, content) => sessions.prompt(session, content),
    cancel: (session) => sessions.cancel(session),
    releaseSession: (session) => link.sessions.release(session),
    // Version 1 has no word for these two: each session says what can be set in it.
    setMode: (session, modeId) => sessions.setMode(session, modeId),
    setOption: (session, optionId, value) => sessions.setOption(session, optionId, value),
    // Methods can come with the first refusal, long after the agent introduced itself.
    authenticate: (methodId, credentials, signal) =>
      authenticate(link, methodId, credentials, signal),
    ...(powers.load && {
      loadSession: (session, place, signal) => sessions.load(session, place, signal),
    }),
    ...(powers.resume && {
      resumeSession: (session, place, signal) => sessions.resume(session, place, signal),
    }),
    ...(powers.fork && {
      forkSession: (session, place, signal) => sessions.fork(session, place, signal),
    }),
    ...(powers.list && { listSessions: (cwd, signal) => sessions.list(cwd, signal) }),
    ...(powers.close && { closeSession: (session, signal) => sessions.close(session, signal) }),
    ...(powers.delete && { deleteSession: (session, signal) => sessions.delete(session, signal) }),
    ...(powers.setTitle && { setTitle: (session, title) => sessions.setTitle(session, title) }),
    ...(powers.steer && { steer: (session, content) => sessions.steer(session, content) }),
    ...(powers.logout && { logout: () => logout(link) }),
    dispose: () => link.dispose(),
    [Symbol.dispose]: () => link.dispose(),
  };
}

/** A method that runs in a terminal is run there and never requested. */
async function authenticate(
  link: AgentLink,
  methodId: string,
  { apiKey }: Credentials,
  signal: AbortSignal | undefined,
): Promise<void> {
  const method = link.authenticationMethods.find(({ id }) => id === methodId);
  if (method?.how.type === 'terminal') {
    throw new ConnectionError('unsupported', `“${method.name}” is done in a terminal.`);
  }
  const credentials = apiKey === undefined ? {} : { _meta: { 'api-key': { apiKey } } };
  const params = { methodId, ...credentials };
  await link.calls.request(methods.authenticate, params, () => undefined, signal);
}

async function logout(link: AgentLink): Promise<void> {
  await link.calls.request(methods.logout, {}, () => undefined);
}
