import {
  type AgentConnection,
  ConnectionError,
  type ConnectOptions,
} from '#main/agents/connection';
import type { IdSource } from '#shared/ids';
import type { JsonRecord } from '../json';
import { randomIds } from '../randomIds';
import { acpConnection } from './acpConnection';
import { type InitializeAnswer, readInitialize } from './answers';
import { powersOf } from './capabilities';
import { STABLE_VERSION } from './messages';
import { StableLink } from './stableLink';
import { negotiate } from './v2/negotiate';

/**
 * Speaks the Agent Client Protocol over the channel, which stays the caller's to dispose of: version
 * 1, or the draft of version 2 where that may be spoken and the agent does. Rejects with a
 * `ConnectionError`, after which nothing of it is left.
 */
export async function connect(
  options: ConnectOptions,
  ids: IdSource = randomIds,
): Promise<AgentConnection> {
  if (options.draft !== true) return connectStable(options, ids, null);
  const negotiated = await negotiate(options, ids);
  switch (negotiated.type) {
    case 'draft':
      return negotiated.connection;
    case 'greeted':
      return connectStable(options, ids, negotiated.answer);
    case 'refused':
      return connectStable(options, ids, null);
  }
}

/** `greeted`: what the agent answered to a greeting that it has had already. */
async function connectStable(
  options: ConnectOptions,
  ids: IdSource,
  greeted: JsonRecord | null,
): Promise<AgentConnection> {
  const link = new StableLink(options, ids);
  try {
    const answer = inVersion1(greeted ? readInitialize(greeted) : await link.greet(options));
    const { identity, authenticationMethods } = answer;
    link.introduce({ identity, powers: powersOf(answer), authenticationMethods });
    return acpConnection(link, {
      wire: 'acp',
      protocolVersion: String(STABLE_VERSION),
      setMode: (session, modeId) => link.setMode(session, modeId),
      // Whatever the agent introduced itself with: methods can come with the first refusal.
      authenticate: link.logIn.bind(link),
    });
  } catch (error) {
    link.dispose();
    throw error;
  }
}

function inVersion1(answer: InitializeAnswer): InitializeAnswer {
  const version = answer.protocolVersion;
  if (version === STABLE_VERSION) return answer;
  const theirs =
    typeof version === 'number' || typeof version === 'string'
      ? `version ${String(version).slice(0, 20)} of the Agent Client Protocol`
      : 'no version of the Agent Client Protocol that it would name';
  throw new ConnectionError(
    'unsupported',
    `The agent speaks ${theirs}; Airlock speaks version ${STABLE_VERSION}.`,
  );
}
