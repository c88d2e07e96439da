import type { OwnMcpServer } from '#main/agents/connection';
import type { AgentSessionId } from '#shared/ids';
import { identifier, isRecord } from '../json';
import { invalidParams, RpcRefusal } from '../rpc/rpcRefusal';
import { MCP_REQUESTS } from './limits';

/** Errors of the connection itself; a server's errors are part of its answer. */
const bindingErrors = { tooMany: -33000, unavailable: -33001, failed: -33002, cancelled: -32800 };

/** The revision of MCP that agents speak over ACP: the only one that has no handshake. */
const MCP_REVISION = '2026-07-28';
const REVISION_KEY = 'io.modelcontextprotocol/protocolVersion';
const CAPABILITIES_KEY = 'io.modelcontextprotocol/clientCapabilities';

interface ServedServer {
  readonly server: OwnMcpServer;
  readonly id: string;
  readonly active: Set<string>;
  session: AgentSessionId | null;
}

/** Airlock's own MCP servers on one connection: there is one for each session. */
export class McpOverAcp {
  private readonly servers = new Map<string, ServedServer>();

  constructor(private readonly mint: () => string) {}

  /** The server's entry in a request that opens a session. The agent may call it from then on. */
  declare(server: OwnMcpServer): { type: 'acp'; name: string; serverId: string } {
    const known = [...this.servers.values()].find((other) => other.server === server);
    const id = known?.id ?? this.mint();
    if (!known) this.servers.set(id, { server, id, active: new Set(), session: null });
    return { type: 'acp', name: server.name, serverId: id };
  }

  /** Keeps the server until this session is released. */
  bind(server: OwnMcpServer | undefined, session: AgentSessionId): void {
    for (const served of this.servers.values()) {
      if (served.server === server) served.session = session;
    }
  }

  release(session: AgentSessionId): void {
    for (const [id, served] of this.servers) {
      if (served.session === session) this.servers.delete(id);
    }
  }

  /** The answer to `mcp/message`: whatever the server returns, including its own errors. */
  async answer(params: unknown, signal: AbortSignal): Promise<object> {
    const { serverId, requestId, method, params: inner } = isRecord(params) ? params : {};
    const id = identifier(requestId);
    const name = identifier(method);
    if (id === null || name === null) throw invalidParams('requestId and method are needed');
    const served = this.servers.get(identifier(serverId) ?? '');
    if (served === undefined) {
      throw new RpcRefusal(bindingErrors.unavailable, 'There is no such MCP server.');
    }
    if (served.active.has(id)) throw invalidParams('the requestId is in use');
    if (served.active.size >= MCP_REQUESTS) {
      const words = `No more than ${MCP_REQUESTS} requests to an MCP server at a time.`;
      throw new RpcRefusal(bindingErrors.tooMany, words);
    }
    const fault = envelopeFault(inner);
    if (fault !== null) return { error: fault };
    served.active.add(id);
    try {
      const outcome = await served.server.answer(name, isRecord(inner) ? inner : {}, signal);
      if (signal.aborted) throw new RpcRefusal(bindingErrors.cancelled, 'Request cancelled');
      return outcome;
    } finally {
      served.active.delete(id);
    }
  }
}

/** Each request names its revision; an error for a missing or unknown one. */
function envelopeFault(params: unknown): object | null {
  const meta = isRecord(params) && isRecord(params._meta) ? params._meta : {};
  const revision = meta[REVISION_KEY];
  if (typeof revision !== 'string') {
    return { code: -32602, message: `Invalid params: ${REVISION_KEY} is missing in _meta` };
  }
  if (revision !== MCP_REVISION) {
    const data = { supported: [MCP_REVISION], requested: revision.slice(0, 100) };
    return { code: -32022, message: 'Unsupported protocol version', data };
  }
  return isRecord(meta[CAPABILITIES_KEY])
    ? null
    : { code: -32602, message: `Invalid params: ${CAPABILITIES_KEY} is missing in _meta` };
}
