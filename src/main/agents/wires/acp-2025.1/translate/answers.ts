import type { TurnResult } from '#main/agents/connection';
import type { AgentSessionId } from '#shared/ids';
import type { AgentIdentity, AgentPowers } from '#shared/session/agent';
import { identifier, isRecord, textsOf } from '../../json';
import { shownReason, stoppedWithError } from '../../stopReason';

export interface Acp2025Initialize {
  /** The version; null if the agent does not repeat it, as in the specification's example. */
  readonly protocolVersion: unknown;
  readonly identity: AgentIdentity | null;
  readonly powers: AgentPowers;
  readonly modes: readonly string[];
  readonly instructions: string;
}

/** Throws only for a value that is not an object. */
export function readInitialize(answer: unknown): Acp2025Initialize {
  if (!isRecord(answer)) throw new Error('it must be an object');
  const capabilities = isRecord(answer.capabilities) ? answer.capabilities : {};
  return {
    protocolVersion: answer.protocol_version ?? null,
    identity: identityFromWire(answer.agent_info),
    powers: {
      // Every agent of this dialect must load sessions; the specification does not say whether it
      // replays them.
      resume: true,
      prompt: {
        ...(capabilities.image === true ? { image: true } : {}),
        // Every agent accepts embedded text in prompts; `audio` is about the agent's own output.
        embeddedContext: true,
      },
    },
    modes: textsOf(capabilities.supported_modes).filter((mode) => identifier(mode) !== null),
    instructions: typeof answer.instructions === 'string' ? answer.instructions.trim() : '',
  };
}

/** The id that the agent uses for the session: ours, unless it answers with another one. */
export function readOpened(answer: unknown, ours: AgentSessionId): AgentSessionId {
  const theirs = isRecord(answer) ? identifier(answer.session_id) : null;
  return theirs === null ? ours : (theirs as string as AgentSessionId);
}

/** Statuses in an answer to a prompt; the specification has only "ok". */
const reasons: ReadonlyMap<unknown, TurnResult['reason']> = new Map<unknown, TurnResult['reason']>([
  ['cancelled', 'cancelled'],
  ['canceled', 'cancelled'],
  ['max_tokens', 'max_tokens'],
  ['max_turn_requests', 'max_turn_requests'],
  ['refusal', 'refusal'],
]);

/** Reasons that mean only that the turn is over. */
const plainEnds: ReadonlySet<unknown> = new Set([
  undefined,
  null,
  '',
  'ok',
  'success',
  'done',
  'complete',
  'completed',
  'end_turn',
]);

const errorEnds: ReadonlySet<unknown> = new Set(['error', 'failed', 'failure']);

/**
 * Reads the end of a turn. An agent that was told to stop and then answers "ok" has stopped. Throws
 * if the agent reports a failure.
 */
export function readTurn(answer: unknown, wasCancelled: boolean): TurnResult {
  const { status, stop_reason, message, error } = isRecord(answer) ? answer : {};
  const said = reasons.get(stop_reason) ?? reasons.get(status);
  if (said !== undefined) return { reason: said };
  if (errorEnds.has(stop_reason) || errorEnds.has(status)) {
    throw stoppedWithError({ message, error });
  }
  const reason = wasCancelled ? 'cancelled' : 'end_turn';
  const unknown = [stop_reason, status].find((end) => !plainEnds.has(end));
  return unknown === undefined ? { reason } : { reason, unknownReason: shownReason(unknown) };
}

function identityFromWire(value: unknown): AgentIdentity | null {
  const name = isRecord(value) ? identifier(value.name) : null;
  if (!isRecord(value) || name === null) return null;
  return typeof value.version === 'string' ? { name, version: value.version } : { name };
}
