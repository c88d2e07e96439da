import {
  type AgentConnection,
  ConnectionError,
  type ConnectOptions,
} from '#main/agents/connection';
import type { IdSource } from '#shared/ids';
import type { AgentIdentity, AgentPowers } from '#shared/session/agent';
import { SILENCE_MILLISECONDS } from '../detect/limits';
import { randomIds } from '../randomIds';
import { loginMethods } from './account';
import { readInitialize, readRecord } from './answers';
import { CodexLink } from './codexLink';
import { CodexThreads } from './codexThreads';
import { collaborationsFrom, modelsFrom } from './translate/threadSettings';

const powers: AgentPowers = {
  load: true,
  resume: true,
  list: true,
  close: true,
  delete: true,
  fork: true,
  setTitle: true,
  steer: true,
  logout: true,
  additionalDirectories: true,
  prompt: { image: true, embeddedContext: true },
};

/**
 * Speaks the protocol of `codex app-server`. The caller disposes of the channel. Rejects with a
 * `ConnectionError`, after disposing of the connection.
 */
export async function connect(
  options: ConnectOptions,
  ids: IdSource = randomIds,
): Promise<AgentConnection> {
  const link = new CodexLink(options, ids);
  try {
    const identity = await initialize(link, options);
    const late = AbortSignal.timeout(options.silenceMilliseconds ?? SILENCE_MILLISECONDS);
    const optional = <T>(request: (signal: AbortSignal) => Promise<T>) =>
      answerOrNull(request, options.signal, late);
    const list = (method: string) =>
      optional((signal) => link.request(method, {}, readRecord, signal));
    link.offer({
      models: modelsFrom((await list('model/list')) ?? {}),
      collaborations: collaborationsFrom((await list('collaborationMode/list')) ?? {}),
    });
    await optional((signal) => link.account.read(signal));
    return codexConnection(link, identity, options.sealed);
  } catch (error) {
    link.dispose();
    throw error;
  }
}

async function initialize(link: CodexLink, options: ConnectOptions): Promise<AgentIdentity> {
  const params = {
    clientInfo: { name: 'airlock', title: 'Airlock', version: options.clientVersion },
    capabilities: { experimentalApi: true, requestAttestation: false },
  };
  const identity = await link.request('initialize', params, readInitialize, options.signal);
  link.notify('initialized');
  return identity;
}

/**
 * The answer; null from versions that do not know the request, and from programs that never answer
 * it.
 */
async function answerOrNull<T>(
  request: (signal: AbortSignal) => Promise<T>,
  signal: AbortSignal,
  late: AbortSignal,
): Promise<T | null> {
  try {
    return await request(AbortSignal.any([signal, late]));
  } catch (error) {
    if (!(error instanceof ConnectionError)) throw error;
    const isRefused = ['unsupported', 'invalid-request', 'agent-error'].includes(error.code);
    if (isRefused || (late.aborted && !signal.aborted)) return null;
    throw error;
  }
}

function codexConnection(
  link: CodexLink,
  identity: AgentIdentity,
  sealed: boolean | undefined,
): AgentConnection {
  const threads = new CodexThreads(link, sealed);
  return {
    wire: 'codex',
    protocolVersion: 'v2',
    identity,
    powers,
    authenticationMethods: loginMethods,
    newSession: (place, signal) => threads.create(place, signal),
    prompt: (session, content) => threads.prompt(session, content),
    cancel: (session) => threads.cancel(session),
    releaseSession: (session) => link.letGo(session),
    loadSession: (session, place, signal) => threads.load(session, place, signal),
    resumeSession: (session, place, signal) => threads.resume(session, place, signal),
    forkSession: (session, place, signal) => threads.fork(session, place, signal),
    listSessions: (cwd, signal) => threads.list(cwd, signal),
    closeSession: (session, signal) => threads.close(session, signal),
    deleteSession: (session, signal) => threads.delete(session, signal),
    setTitle: (session, title) => threads.setTitle(session, title),
    setMode: (session, modeId) => threads.setMode(session, modeId),
    setOption: (session, optionId, value) => threads.setOption(session, optionId, value),
    steer: (session, content) => threads.steer(session, content),
    authenticate: (methodId, credentials, signal) =>
      link.account.logIn(methodId, credentials, signal),
    logout: () => link.account.logOut(),
    dispose: () => link.dispose(),
    [Symbol.dispose]: () => link.dispose(),
  };
}
