import {
  type AgentConnection,
  ConnectionError,
  type ConnectOptions,
} from '#main/agents/connection';
import { wires } from '#shared/session/wires';
import { FIRST_MESSAGES } from './limits';
import { isOfAnother, possibleAfter, surelyFrom } from './signs';
import { WireMismatch } from './wireMismatch';
import { type DetectedWire, wireTable } from './wireTable';

export type Attempt =
  | { readonly type: 'connected'; readonly connection: AgentConnection }
  | {
      readonly type: 'failed';
      readonly error: ConnectionError;
      /** The only wire that fits the agent's messages; null if they do not decide it. */
      readonly surely: DetectedWire | null;
      /** Other wires that fit the messages; none for an agent that sent nothing. */
      readonly possibly: readonly DetectedWire[];
    };

export interface AttemptOptions extends ConnectOptions {
  readonly silenceMilliseconds: number;
  /** Called once if the agent is silent for that long; an error ends the attempt. */
  onSilence(): ConnectionError | null;
}

/** The error for an agent that answers in another protocol than the request's. */
export function notIn(wire: DetectedWire, code: 'timeout' | 'protocol' = 'protocol') {
  return new ConnectionError(code, `The agent does not answer over ${wires[wire].name}.`);
}

/** Tries one wire, and ends as soon as the agent turns out to use another. */
export async function attemptWire(wire: DetectedWire, options: AttemptOptions): Promise<Attempt> {
  const heard: unknown[] = [];
  let surely: DetectedWire | null = null;
  const stop = new AbortController();
  const listening = options.channel.onMessage((message) => {
    if (heard.length >= FIRST_MESSAGES) return;
    heard.push(message);
    const sign = surelyFrom(message);
    // A later message cannot prove a wire that an earlier one ruled out.
    if (sign !== null && possibleAfter(heard).includes(sign)) surely ??= sign;
    if (surely !== null && surely !== wire) stop.abort(new WireMismatch(wire, surely));
    else if (isOfAnother(wire, message)) stop.abort(notIn(wire));
  });
  const timer = setTimeout(() => {
    const error = heard.length === 0 ? options.onSilence() : null;
    if (error) stop.abort(error);
  }, options.silenceMilliseconds);
  const probing = setTimeout(() => {
    const { probe } = wireTable.acp;
    if (wireTable[wire].mayBeSilent && probe && heard.length === 0) options.channel.send(probe);
  }, options.silenceMilliseconds / 4);
  try {
    const signal = AbortSignal.any([options.signal, stop.signal]);
    return { type: 'connected', connection: await wireTable[wire].connect({ ...options, signal }) };
  } catch (error) {
    if (!(error instanceof ConnectionError)) throw error;
    const possibly = possibleAfter(heard).filter((other) => other !== wire);
    return { type: 'failed', error, surely, possibly };
  } finally {
    clearTimeout(timer);
    clearTimeout(probing);
    listening.dispose();
  }
}
