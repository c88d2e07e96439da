import {
  type AgentConnection,
  ConnectionError,
  type ConnectionErrorCode,
  type ConnectOptions,
  type MessageChannel,
} from '#main/agents/connection';
import type { WireSetting } from '#shared/settings';
import { type Attempt, attemptWire, notIn } from './attempt';
import { firstWire, saysAcp } from './hint';
import { SILENCE_MILLISECONDS } from './limits';
import { detectedWires, isDetected } from './signs';
import { WireMismatch } from './wireMismatch';
import { type DetectedWire, wireTable } from './wireTable';

export interface DetectOptions extends ConnectOptions {
  /** The agent's command line, beginning with the program. */
  readonly commandLine?: readonly string[];
  /**
   * Starts the agent again for this protocol, because the running process has received messages in
   * another one. Without it, the attempts share one channel.
   */
  readonly reopen?: (wire: DetectedWire) => Promise<MessageChannel>;
}

/**
 * Connects to an agent in the chosen protocol, or in the detected one; the connection tells which.
 * Rejects with a `ConnectionError`: a `WireMismatch` if the agent uses another protocol than the
 * chosen one.
 */
export function connectAny(choice: WireSetting, options: DetectOptions): Promise<AgentConnection> {
  return choice === 'auto' ? detect(options) : connectAs(choice, options);
}

/** Tries ACP first, then the wires that the agent's answers suggest, each with a new process. */
async function detect(options: DetectOptions): Promise<AgentConnection> {
  const waiting: DetectedWire[] = [firstWire(options.commandLine ?? [])];
  const tried = new Set<DetectedWire>();
  let failure: ConnectionError | undefined;
  let wasKnown = false;
  for (let wire = waiting.shift(); wire !== undefined; wire = waiting.shift()) {
    if (tried.has(wire)) continue;
    const again = tried.size > 0 ? await reopened(wire, options) : {};
    tried.add(wire);
    const outcome = await attemptToDetect(wire, { ...options, ...again });
    if (outcome.type === 'connected') return outcome.connection;
    const { error, surely } = outcome;
    // An error in the agent's own protocol says more than its answer to another protocol.
    if (failure === undefined || surely === wire) failure = error;
    wasKnown ||= surely !== null;
    const isDead = error.code === 'closed' && wire === 'acp';
    if (options.signal.aborted || isDead || surely === wire) break;
    waiting.push(...nextAfter(wire, outcome));
  }
  const isForeign = failure?.code === 'protocol' || failure?.code === 'unsupported';
  throw failure && isForeign && !wasKnown ? unknownWire(failure) : failure;
}

/** The error for an agent whose answers fit no wire. */
function unknownWire({ message, detail = '' }: ConnectionError): ConnectionError {
  const words = 'The agent answers, but speaks no protocol that Airlock knows.';
  return new ConnectionError('protocol', words, `${message} ${detail}`.trim());
}

function nextAfter(
  wire: DetectedWire,
  { error, surely, possibly }: Extract<Attempt, { type: 'failed' }>,
): readonly DetectedWire[] {
  if (surely !== null) return [surely];
  // The first guess was based only on the command line.
  if (wire !== 'acp') return ['acp'];
  const isForeign: readonly ConnectionErrorCode[] = ['invalid-request', 'unsupported', 'protocol'];
  return isForeign.includes(error.code) ? possibly : [];
}

/**
 * Tries a wire and probes silent agents: one may be waiting for a first message in another
 * protocol.
 */
function attemptToDetect(wire: DetectedWire, options: DetectOptions): Promise<Attempt> {
  const { channel, silenceMilliseconds = SILENCE_MILLISECONDS } = options;
  const onSilence = () => {
    if (wire !== 'acp') return notIn(wire, 'timeout');
    if (saysAcp(options.commandLine ?? [])) return null;
    for (const other of detectedWires) {
      const { probe } = wireTable[other];
      if (probe && other !== wire) channel.send(probe);
    }
    return null;
  };
  return attemptWire(wire, { ...options, silenceMilliseconds, onSilence });
}

/** Connects only with version 2 of ACP. */
async function connectAsDraft(options: DetectOptions): Promise<AgentConnection> {
  const connection = await connectAs('acp', { ...options, draft: true });
  if (connection.wire === 'acp-2') return connection;
  connection.dispose();
  throw new WireMismatch('acp-2', connection.wire);
}

/**
 * Connects with the chosen wire. It gets half of the time; the other half is for detecting the real
 * one.
 */
async function connectAs(
  wire: Exclude<WireSetting, 'auto'>,
  options: DetectOptions,
): Promise<AgentConnection> {
  if (!isDetected(wire)) return connectAsDraft(options);
  const silenceMilliseconds = 2 * (options.silenceMilliseconds ?? SILENCE_MILLISECONDS);
  const onSilence = () => (options.reopen ? notIn(wire, 'timeout') : null);
  const outcome = await attemptWire(wire, { ...options, silenceMilliseconds, onSilence });
  if (outcome.type === 'connected') return outcome.connection;
  const { error, surely } = outcome;
  if (surely !== null && surely !== wire) throw new WireMismatch(wire, surely);
  const found = surely === null ? await lookAgain(error, options) : null;
  throw found === null || found === wire ? error : new WireMismatch(wire, found);
}

/**
 * The wire that the agent uses, if any; null if starting the agent again would tell nothing more.
 */
async function lookAgain(
  error: ConnectionError,
  options: DetectOptions,
): Promise<DetectedWire | null> {
  const isTelling = error.code !== 'closed' && error.code !== 'agent-error';
  if (options.reopen === undefined || options.signal.aborted || !isTelling) return null;
  try {
    const again = await reopened(firstWire(options.commandLine ?? []), options);
    const connection = await detect({ ...options, ...again });
    connection.dispose();
    return isDetected(connection.wire) ? connection.wire : 'acp';
  } catch (failure) {
    if (failure instanceof ConnectionError) return null;
    throw failure;
  }
}

async function reopened(
  wire: DetectedWire,
  { reopen }: DetectOptions,
): Promise<{ channel?: MessageChannel }> {
  return reopen ? { channel: await reopen(wire) } : {};
}
