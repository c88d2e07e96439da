import type { AgentConnection, ConnectOptions } from '#main/agents/connection';
import type { IdSource } from '#shared/ids';
import type { AgentPowers } from '#shared/session/agent';
import { randomIds } from '../randomIds';
import { ClaudeLink } from './claudeLink';
import { ClaudeSession } from './claudeSession';
import { type Introduction, introduce } from './introduction';
import { loginMethods } from './loginMethods';

/**
 * Speaks the stream of JSON of `claude -p --input-format stream-json --output-format stream-json`
 * over the channel, which stays the caller's to dispose of. Rejects with a `ConnectionError`, after
 * which nothing of it is left.
 */
export async function connect(
  options: ConnectOptions,
  ids: IdSource = randomIds,
): Promise<AgentConnection> {
  const link = new ClaudeLink(options, ids);
  try {
    const introduction = await introduce(link, options.signal);
    link.introduced();
    const session = new ClaudeSession(link, introduction, options.resumes ?? null);
    return claudeConnection(link, session, introduction);
  } catch (error) {
    link.dispose();
    throw error;
  }
}

function claudeConnection(
  link: ClaudeLink,
  session: ClaudeSession,
  introduction: Introduction,
): AgentConnection {
  const powers = powersOf(introduction);
  return {
    wire: 'claude',
    protocolVersion: 'stream-json',
    sessionsPerProcess: 1,
    identity: introduction.identity,
    powers,
    authenticationMethods: loginMethods,
    newSession: (place) => session.create(place),
    resumeSession: (id, place) => session.resume(id, place),
    prompt: (id, content) => session.prompt(id, content),
    cancel: (id) => session.cancel(id),
    releaseSession: (id) => link.letGo(id),
    setMode: (id, modeId) => session.setMode(id, modeId),
    setOption: (id, optionId, value) => session.setOption(id, optionId, value),
    ...(powers.setTitle && { setTitle: (id, title) => session.setTitle(id, title) }),
    ...(powers.steer && { steer: (id, content) => session.steer(id, content) }),
    dispose: () => link.dispose(),
    [Symbol.dispose]: () => link.dispose(),
  };
}

function powersOf({ isModern }: Introduction): AgentPowers {
  return {
    resume: true,
    ...(isModern ? { setTitle: true, steer: true } : {}),
    prompt: { image: true, embeddedContext: true },
  };
}
