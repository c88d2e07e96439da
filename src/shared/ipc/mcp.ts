import type { SessionId } from '#shared/ids';
import type { McpServerEntry } from '#shared/mcp/server';
import { type RequestMarker, request } from './marker';

/** What a server said when it was tried. */
export interface McpTestReport {
  readonly name: string | null;
  readonly version: string | null;
  /** The protocol revision that the server speaks; null if it is unknown. */
  readonly protocol: string | null;
  readonly tools: readonly { readonly name: string; readonly description: string | null }[];
  /** False: there are more tools. */
  readonly isComplete: boolean;
  readonly milliseconds: number;
}

/** A server of another program's settings. */
export interface ImportableServer {
  readonly name: string;
  readonly entry: McpServerEntry;
  /** The program that the server is imported from, such as "Claude Code". */
  readonly origin: string;
  /** The parts that were left out; null if there are none. */
  readonly note: string | null;
}

export interface ImportableServers {
  readonly servers: readonly ImportableServer[];
  /** What could not be read, in words. */
  readonly problems: readonly string[];
}

/**
 * A server's definition, or its name in a session: then it is started as that session's agent would
 * start it.
 */
export type McpTestTarget =
  | { readonly type: 'entry'; readonly entry: McpServerEntry }
  | { readonly type: 'session'; readonly sessionId: SessionId; readonly name: string };

/** Secrets of the user's servers that are in settings.json. */
export interface McpSecretsView {
  /** Names of variables and headers, by the names of their servers. */
  readonly plain: Readonly<Record<string, readonly string[]>>;
  /** Why they cannot be moved to the key store; null if they can. */
  readonly whyNotKept: string | null;
}

export const mcpRequests = {
  /** Starts or reaches a server, and lists its tools. */
  'mcp.test': request<{ testId: string; target: McpTestTarget }, McpTestReport>(),
  'mcp.cancelTest': request<{ testId: string }, null>(),
  'mcp.secrets': request<null, McpSecretsView>(),
  /** Moves the secrets of a server to the key store; settings.json then refers to them. */
  'mcp.moveSecrets': request<{ name: string }, { moved: readonly string[] }>(),
  /**
   * Puts the secrets of a server that is to be saved into the key store; returns the same server if
   * it has none.
   */
  'mcp.keepSecrets': request<
    { name: string; entry: McpServerEntry },
    { readonly entry: McpServerEntry }
  >(),
  /**
   * Servers of other programs' settings and of a project's folder, or of a text that was pasted.
   */
  'mcp.importable': request<{ text: string | null; folder: string | null }, ImportableServers>(),
} satisfies Record<string, RequestMarker<unknown, unknown>>;
