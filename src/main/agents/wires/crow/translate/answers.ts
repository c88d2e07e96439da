import type { TurnResult } from '#main/agents/connection';
import type { AgentSessionId } from '#shared/ids';
import type { AgentIdentity, AgentPowers } from '#shared/session/agent';
import { identifier, isRecord, type JsonRecord } from '../../json';
import { stoppedWithError, turnEndedFor } from '../../stopReason';

/**
 * Reads a field by either name: names are in snake_case, but those of sessions may be in camelCase.
 */
export function either(record: JsonRecord, snake: string, camel: string): unknown {
  return record[snake] ?? record[camel];
}

export interface CrowInitialize {
  readonly protocolVersion: unknown;
  readonly identity: AgentIdentity | null;
  readonly powers: AgentPowers;
}

/** Throws only if the answer is not an object. */
export function readInitialize(answer: unknown): CrowInitialize {
  if (!isRecord(answer)) throw new Error('it must be an object');
  const capabilities = part(either(answer, 'agent_capabilities', 'agentCapabilities'));
  const prompt = part(either(capabilities, 'prompt_capabilities', 'promptCapabilities'));
  const mcp = part(either(capabilities, 'mcp_capabilities', 'mcpCapabilities'));
  return {
    protocolVersion: either(answer, 'protocol_version', 'protocolVersion'),
    identity: identityFromWire(either(answer, 'agent_info', 'agentInfo')),
    powers: {
      ...(either(capabilities, 'load_session', 'loadSession') === true
        ? { load: true, resume: true }
        : {}),
      prompt: {
        ...(prompt.image === true ? { image: true } : {}),
        ...(prompt.resource === true ? { embeddedContext: true } : {}),
      },
      mcp: {
        ...(mcp.http === true ? { http: true } : {}),
        ...(mcp.sse === true ? { sse: true } : {}),
      },
    },
  };
}

/** Throws if the answer names no session. */
export function readNewSession(answer: unknown): AgentSessionId {
  const id = isRecord(answer) ? identifier(either(answer, 'session_id', 'sessionId')) : null;
  if (id === null) throw new Error('sessionId must be a string');
  return id as string as AgentSessionId;
}

/** Throws for the stop reason `error`, and for an answer without a stop reason. */
export function readTurn(answer: unknown): TurnResult {
  const reason = isRecord(answer) ? either(answer, 'stop_reason', 'stopReason') : undefined;
  if (!isRecord(answer) || typeof reason !== 'string') {
    throw new Error('stop_reason must be a string');
  }
  if (reason === 'error') {
    throw stoppedWithError(answer);
  }
  return turnEndedFor(reason);
}

function identityFromWire(value: unknown): AgentIdentity | null {
  const info = part(value);
  const name = identifier(info.name);
  if (name === null) return null;
  return {
    name,
    ...(typeof info.title === 'string' ? { title: info.title } : {}),
    ...(typeof info.version === 'string' ? { version: info.version } : {}),
  };
}

/** A part of an answer; a missing or malformed part is read as empty. */
function part(value: unknown): JsonRecord {
  return isRecord(value) ? value : {};
}
