import type { AgentPowers } from '#shared/session/agent';
import { mcpOn, type Wire, wires } from '#shared/session/wires';
import type { McpTransport } from './server';

/**
 * Where a server of a session comes from: the user's settings, the project's file, or Airlock
 * itself.
 */
export type McpOrigin = 'user' | 'project' | 'airlock';

/** A server that a session's agent was given, or was not, and why. */
export interface OfferedServer {
  readonly name: string;
  readonly type: McpTransport | 'acp';
  readonly origin: McpOrigin;
  /** Why the agent did not get it; null if it did. */
  readonly leftOut: string | null;
}

/** Why an agent cannot be given servers of this kind; null if it can. */
export function whyNoServer(
  wire: Wire,
  powers: AgentPowers,
  type: OfferedServer['type'],
): string | null {
  const ways = mcpOn(wire);
  if (ways === null) {
    return `The protocol that this agent speaks (${wires[wire].name}) does not support MCP servers.`;
  }
  const isTaken = ways.ifOffered.includes(type) && powers.mcp?.[type] === true;
  return isTaken || ways.always.includes(type)
    ? null
    : `This agent does not support MCP servers ${wayOf[type]}.`;
}

const wayOf: Readonly<Record<OfferedServer['type'], string>> = {
  stdio: 'that are commands',
  http: 'over HTTP',
  sse: 'over SSE',
  acp: 'over its own connection',
};
