import type { AgentConnection, ConnectOptions } from '#main/agents/connection';
import type { IdSource } from '#shared/ids';
import type { AgentPowers } from '#shared/session/agent';
import { randomIds } from '../randomIds';
import { ClaudeLink } from './claudeLink';
import { ClaudeSession } from './claudeSession';
import { type ClaudeIntroduction, introduce } from './introduction';
import { loginMethods } from './loginMethods';

/**
 * Speaks the JSON stream of `claude -p --input-format stream-json --output-format stream-json`. The
 * caller disposes of the channel. Rejects with a `ConnectionError`, after disposing of the
 * connection.
 */
export async function connect(
  options: ConnectOptions,
  ids: IdSource = randomIds,
): Promise<AgentConnection> {
  const link = new ClaudeLink(options, ids);
  try {
    const introduction = await introduce(link, options);
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
  introduction: ClaudeIntroduction,
): AgentConnection {
  const powers = powersOf(introduction, link.hasControl);
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

function powersOf({ isModern }: ClaudeIntroduction, hasControl: boolean): AgentPowers {
  return {
    resume: true,
    ...(isModern ? { setTitle: true, steer: true } : {}),
    // A program without control requests is known to accept plain text.
    prompt: hasControl ? { image: true, embeddedContext: true } : { embeddedContext: true },
  };
}
