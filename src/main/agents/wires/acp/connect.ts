import {
  type AgentConnection,
  ConnectionError,
  type ConnectOptions,
} from '#main/agents/connection';
import type { IdSource } from '#shared/ids';
import type { JsonRecord } from '../json';
import { randomIds } from '../randomIds';
import { acpConnection } from './acpConnection';
import { type AcpInitialize, readInitialize } from './answers';
import { powersOf } from './capabilities';
import { STABLE_VERSION } from './messages';
import { StableLink } from './stableLink';
import { negotiate } from './v2/negotiate';

/**
 * Connects to an agent over the Agent Client Protocol: version 1, or the draft of version 2 if it
 * is enabled and the agent supports it. The caller disposes of the channel. Rejects with a
 * `ConnectionError`, after disposing of everything else.
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

/** `greeted` is the agent's answer to an `initialize` that was already sent. */
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
    if (answer.agentCapabilities.authStatus) await link.askLogin();
    return acpConnection(link, {
      wire: 'acp',
      protocolVersion: String(STABLE_VERSION),
      setMode: (session, modeId) => link.setMode(session, modeId),
      // Always offered: login methods can also arrive with the first refusal.
      authenticate: link.logIn.bind(link),
    });
  } catch (error) {
    link.dispose();
    throw error;
  }
}

function inVersion1(answer: AcpInitialize): AcpInitialize {
  const version = answer.protocolVersion;
  // Some agents answer with the version as a string.
  if (version === STABLE_VERSION || version === String(STABLE_VERSION)) return answer;
  const theirs =
    typeof version === 'number' || typeof version === 'string'
      ? `version ${String(version).slice(0, 20)} of the Agent Client Protocol`
      : 'an unnamed version of the Agent Client Protocol';
  throw new ConnectionError(
    'unsupported',
    `The agent speaks ${theirs}; Airlock speaks version ${STABLE_VERSION}.`,
  );
}
