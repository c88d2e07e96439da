import type { WireChoice } from '#main/agents/agents';
import {
  type AgentConnection,
  ConnectionError,
  type ConnectionErrorCode,
  type ConnectOptions,
  type MessageChannel,
} from '#main/agents/connection';
import { type Attempt, attempt, notIn } from './attempt';
import { firstWire } from './hint';
import { SILENCE_MILLISECONDS } from './limits';
import { type DetectedWire, isDetected } from './signs';
import { WireMismatch } from './wireMismatch';
import { wireTable } from './wireTable';

export interface DetectOptions extends ConnectOptions {
  /** What the agent was started with, the program first. */
  readonly commandLine?: readonly string[];
  /**
   * Starts the agent again to speak this language, since the one that runs has heard another.
   * Without it the attempts share one channel.
   */
  readonly reopen?: (wire: DetectedWire) => Promise<MessageChannel>;
  readonly silenceMilliseconds?: number;
}

/**
 * Speaks with an agent in the language that was chosen, or in the one that it turns out to speak;
 * the connection says which. Rejects with a `ConnectionError`: a `WireMismatch` if the agent speaks
 * another language than the chosen one.
 */
export function connectAny(choice: WireChoice, options: DetectOptions): Promise<AgentConnection> {
  return choice === 'auto' ? detect(options) : connectAs(choice, options);
}

/** Tries ACP first and then what the agent's answers point to, each with a fresh process. */
async function detect(options: DetectOptions): Promise<AgentConnection> {
  const waiting: DetectedWire[] = [firstWire(options.commandLine ?? [])];
  const tried = new Set<DetectedWire>();
  let failure: ConnectionError | undefined;
  for (let wire = waiting.shift(); wire !== undefined; wire = waiting.shift()) {
    if (tried.has(wire)) continue;
    const again = tried.size > 0 ? await reopened(wire, options) : {};
    tried.add(wire);
    const outcome = await attemptToDetect(wire, { ...options, ...again });
    if (outcome.type === 'connected') return outcome.connection;
    const { error, surely } = outcome;
    // What an agent answers in its own language says more than what it made of another.
    if (failure === undefined || surely === wire) failure = error;
    const isDead = error.code === 'closed' && wire === 'acp';
    if (options.signal.aborted || isDead || surely === wire) break;
    waiting.push(...nextAfter(wire, outcome));
  }
  throw failure ?? new ConnectionError('unsupported', 'No language is known for this agent.');
}

function nextAfter(
  wire: DetectedWire,
  { error, surely, possibly }: Extract<Attempt, { type: 'failed' }>,
): readonly DetectedWire[] {
  if (surely !== null) return [surely];
  // The first guess was from the command line alone.
  if (wire !== 'acp') return ['acp'];
  const isForeign: readonly ConnectionErrorCode[] = ['invalid-request', 'unsupported', 'protocol'];
  return isForeign.includes(error.code) ? possibly : [];
}

/** An agent that says nothing may have to be spoken to first, and only it knows in what language. */
function attemptToDetect(wire: DetectedWire, options: DetectOptions): Promise<Attempt> {
  const { channel, silenceMilliseconds = SILENCE_MILLISECONDS } = options;
  const onSilence = () => {
    if (wire !== 'acp') return notIn(wire, 'timeout');
    for (const { probe } of Object.values(wireTable)) if (probe) channel.send(probe);
    return null;
  };
  return attempt(wire, { ...options, silenceMilliseconds, onSilence });
}

/** Version 2 of ACP and nothing else. */
async function connectAsDraft(options: DetectOptions): Promise<AgentConnection> {
  const connection = await connectAs('acp', { ...options, draft: true });
  if (connection.wire === 'acp-2') return connection;
  connection.dispose();
  throw new WireMismatch('acp-2', connection.wire);
}

/** Half of the time is the chosen wire's; the rest is kept to find out what the agent speaks. */
async function connectAs(
  wire: Exclude<WireChoice, 'auto'>,
  options: DetectOptions,
): Promise<AgentConnection> {
  if (!isDetected(wire)) return connectAsDraft(options);
  const silenceMilliseconds = 2 * (options.silenceMilliseconds ?? SILENCE_MILLISECONDS);
  const onSilence = () => (options.reopen ? notIn(wire, 'timeout') : null);
  const outcome = await attempt(wire, { ...options, silenceMilliseconds, onSilence });
  if (outcome.type === 'connected') return outcome.connection;
  const { error, surely } = outcome;
  if (surely !== null && surely !== wire) throw new WireMismatch(wire, surely);
  const found = surely === null ? await lookAgain(error, options) : null;
  throw found === null || found === wire ? error : new WireMismatch(wire, found);
}

/** Which wire the agent speaks, if it speaks any; null where starting it again would tell nothing. */
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
