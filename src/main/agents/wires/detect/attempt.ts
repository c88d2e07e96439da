import {
  type AgentConnection,
  ConnectionError,
  type ConnectOptions,
} from '#main/agents/connection';
import { FIRST_MESSAGES } from './limits';
import { type DetectedWire, possibleAfter, surelyFrom } from './signs';
import { WireMismatch } from './wireMismatch';
import type { WireEntry } from './wireTable';

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

/** Tries one wire, and ends as soon as the agent turns out to speak another. */
export async function attempt(
  wire: DetectedWire,
  entry: WireEntry,
  options: AttemptOptions,
): Promise<Attempt> {
  const heard: unknown[] = [];
  let surely: DetectedWire | null = null;
  const stop = new AbortController();
  const listening = options.channel.onMessage((message) => {
    if (heard.length >= FIRST_MESSAGES) return;
    heard.push(message);
    surely ??= surelyFrom(message);
    if (surely !== null && surely !== wire) stop.abort(new WireMismatch(wire, surely));
  });
  const timer = setTimeout(() => {
    const error = heard.length === 0 ? options.onSilence() : null;
    if (error) stop.abort(error);
  }, options.silenceMilliseconds);
  try {
    const signal = AbortSignal.any([options.signal, stop.signal]);
    return { type: 'connected', connection: await entry.connect({ ...options, signal }) };
  } catch (error) {
    if (!(error instanceof ConnectionError)) throw error;
    const others = heard.length === 0 ? [] : possibleAfter(heard);
    return { type: 'failed', error, surely, possibly: others.filter((other) => other !== wire) };
  } finally {
    clearTimeout(timer);
    listening.dispose();
  }
}
