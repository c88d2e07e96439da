import { PROTOCOL_VERSION } from '@agentclientprotocol/sdk/unstable';
import {
  type AgentConnection,
  ConnectionError,
  type ConnectOptions,
} from '#main/agents/connection';
import type { IdSource } from '#shared/ids';
import type { JsonRecord } from '../json';
import { randomIds } from '../randomIds';
import { acpConnection } from './acpConnection';
import { AgentLink } from './agentLink';
import { type InitializeAnswer, readInitialize } from './answers';
import { clientCapabilities } from './capabilities';
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
  const link = new AgentLink(options, ids);
  try {
    const answer = greeted ? inVersion1(readInitialize(greeted)) : await initialize(link, options);
    link.introduce(answer);
    return acpConnection(link, answer);
  } catch (error) {
    link.dispose();
    throw error;
  }
}

async function initialize(link: AgentLink, options: ConnectOptions): Promise<InitializeAnswer> {
  const params = {
    protocolVersion: PROTOCOL_VERSION,
    clientCapabilities: clientCapabilities(options.services),
    clientInfo: { name: 'airlock', title: 'Airlock', version: options.clientVersion },
  };
  const answer = await link.calls.request('initialize', params, readInitialize, options.signal);
  return inVersion1(answer);
}

function inVersion1(answer: InitializeAnswer): InitializeAnswer {
  const version = answer.protocolVersion;
  if (version === PROTOCOL_VERSION) return answer;
  const theirs =
    typeof version === 'number' || typeof version === 'string'
      ? `version ${String(version).slice(0, 20)} of the Agent Client Protocol`
      : 'no version of the Agent Client Protocol that it would name';
  throw new ConnectionError(
    'unsupported',
    `The agent speaks ${theirs}; Airlock speaks version ${PROTOCOL_VERSION}.`,
  );
}
