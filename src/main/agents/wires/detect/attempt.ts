import {
  type AgentConnection,
  ConnectionError,
  type ConnectOptions,
} from '#main/agents/connection';
import { wireNames } from '#shared/session/wires';
import { FIRST_MESSAGES } from './limits';
import { type DetectedWire, isOfAnother, possibleAfter, surelyFrom } from './signs';
import { WireMismatch } from './wireMismatch';
import { wireTable } from './wireTable';

export type Attempt =
  | { readonly type: 'connected'; readonly connection: AgentConnection }
  | {
      readonly type: 'failed';
      readonly error: ConnectionError;
      /** What the agent is by its own words; null when they do not tell. */
      readonly surely: DetectedWire | null;
      /** Others that its words do not speak against; none for an agent that said nothing. */
      readonly possibly: readonly DetectedWire[];
    };

export interface AttemptOptions extends ConnectOptions {
  readonly silenceMilliseconds: number;
  /** Called once if the agent says nothing for that long; an error ends the attempt. */
  onSilence(): ConnectionError | null;
}

/** An agent does not answer in the language that it was asked in. */
export function notIn(wire: DetectedWire, code: 'timeout' | 'protocol' = 'protocol') {
  return new ConnectionError(code, `The agent does not answer in ${wireNames[wire]}.`);
}

/** Tries one wire, and ends as soon as the agent turns out to speak another. */
export async function attempt(wire: DetectedWire, options: AttemptOptions): Promise<Attempt> {
  const heard: unknown[] = [];
  let surely: DetectedWire | null = null;
  const stop = new AbortController();
  const listening = options.channel.onMessage((message) => {
    if (heard.length >= FIRST_MESSAGES) return;
    heard.push(message);
    surely ??= surelyFrom(message);
    if (surely !== null && surely !== wire) stop.abort(new WireMismatch(wire, surely));
    else if (isOfAnother(wire, message)) stop.abort(notIn(wire));
  });
  const timer = setTimeout(() => {
    const error = heard.length === 0 ? options.onSilence() : null;
    if (error) stop.abort(error);
  }, options.silenceMilliseconds);
  try {
    const signal = AbortSignal.any([options.signal, stop.signal]);
    return { type: 'connected', connection: await wireTable[wire].connect({ ...options, signal }) };
  } catch (error) {
    if (!(error instanceof ConnectionError)) throw error;
    const possibly = possibleAfter(heard).filter((other) => other !== wire);
    return { type: 'failed', error, surely, possibly };
  } finally {
    clearTimeout(timer);
    listening.dispose();
  }
}
