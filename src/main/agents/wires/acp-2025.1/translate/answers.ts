import type { TurnResult } from '#main/agents/connection';
import type { AgentSessionId } from '#shared/ids';
import type { AgentIdentity, AgentPowers } from '#shared/session/agent';
import { identifier, isRecord, textsOf } from '../../json';

export interface InitializeAnswer {
  /** Null where the agent does not repeat it, as in the page's example. */
  readonly protocolVersion: unknown;
  readonly identity: AgentIdentity | null;
  readonly powers: AgentPowers;
  readonly modes: readonly string[];
  readonly instructions: string;
}

/** Throws only for what is no object. */
export function readInitialize(answer: unknown): InitializeAnswer {
  if (!isRecord(answer)) throw new Error('it must be an object');
  const capabilities = isRecord(answer.capabilities) ? answer.capabilities : {};
  return {
    protocolVersion: answer.protocol_version ?? null,
    identity: identityFromWire(answer.agent_info),
    powers: {
      // Every agent of this dialect must load sessions; whether it repeats them is not said.
      resume: true,
      prompt: {
        ...(capabilities.image === true ? { image: true } : {}),
        // Embedded texts are among the blocks of every prompt; `audio` is about what it can say.
        embeddedContext: true,
      },
    },
    modes: textsOf(capabilities.supported_modes).filter((mode) => identifier(mode) !== null),
    instructions: typeof answer.instructions === 'string' ? answer.instructions.trim() : '',
  };
}

/** The id that the agent speaks of the session by: ours, unless it insists on another. */
export function readOpened(answer: unknown, ours: AgentSessionId): AgentSessionId {
  const theirs = isRecord(answer) ? identifier(answer.session_id) : null;
  return theirs === null ? ours : (theirs as string as AgentSessionId);
}

/** Words that an answer to a prompt may say; the page knows only "ok". */
const reasons: ReadonlyMap<unknown, TurnResult['reason']> = new Map<unknown, TurnResult['reason']>([
  ['cancelled', 'cancelled'],
  ['canceled', 'cancelled'],
  ['max_tokens', 'max_tokens'],
  ['max_turn_requests', 'max_turn_requests'],
  ['refusal', 'refusal'],
]);

/** An agent that was told to stop and then says "ok" has stopped. */
export function readTurn(answer: unknown, wasCancelled: boolean): TurnResult {
  const { status, stop_reason } = isRecord(answer) ? answer : {};
  const said = reasons.get(stop_reason) ?? reasons.get(status);
  return { reason: said ?? (wasCancelled ? 'cancelled' : 'end_turn') };
}

function identityFromWire(value: unknown): AgentIdentity | null {
  const name = isRecord(value) ? identifier(value.name) : null;
  if (!isRecord(value) || name === null) return null;
  return typeof value.version === 'string' ? { name, version: value.version } : { name };
}
