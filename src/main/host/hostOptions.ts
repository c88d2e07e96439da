import type { AgentDefinition, AgentPool, SealRequest, SessionNetworks } from '#main/agents/agents';
import type { Logger } from '#main/base/log/logger';
import type { LongWorks } from '#main/base/longWorks';
import type { ProcessNamespace } from '#main/base/process/processNamespace';
import type { ServedAgent, SessionServerList } from '#main/mcp/sessionServers';
import type { Permissions } from '#main/permissions/permissions';
import type { AllowedPaths } from '#main/projects/projects';
import type { Ptys } from '#main/terminals/terminals';
import type { Trash } from '#main/trash/trash';
import type { CheckRun } from '#shared/checks/check';
import type { Result } from '#shared/errors';
import type { AgentId, IdSource, SessionId } from '#shared/ids';
import type { SealAvailability, SealPolicy } from '#shared/seal';
import type { Workplaces } from './changes/workplace';
import type { RequestedChecks } from './checks/checks';
import type { HostTimings } from './limits';
import type { SetupEnd } from './session/liveSession';
import type { SearchIndex } from './store/search/searchIndex';
import type { SessionStore } from './store/sessionStore';

/** The parts that the host needs. */
export interface HostOptions {
  readonly store: SessionStore;
  readonly search: SearchIndex;
  /** Shows long work. */
  readonly works: LongWorks;
  readonly pool: AgentPool;
  readonly workplaces: Workplaces;
  /** The trash for deleted sessions. */
  readonly trash: Trash;
  readonly ids: IdSource;
  readonly logger: Logger;
  readonly timings: HostTimings;
  /** Terminals for agents' commands that need one. */
  readonly ptys?: Ptys | undefined;
  /** Runs a project's setup command where the user sees it; without it nothing is run. */
  runSetup?: ((wish: SetupWish) => Promise<SetupEnd>) | undefined;
  now(): number;
  /**
   * Advice for a user who has restarted an agent at these times and does so again; null for none.
   */
  adviseRestart(restarts: readonly number[], now: number): string | null;
  /** Remembers secrets that an agent gets and that must not appear in our files. */
  rememberSecrets?: ((secrets: readonly string[]) => void) | undefined;
  findAgent(id: AgentId): AgentDefinition | undefined;
  /** The environment of commands that agents have us run. */
  environment(): Promise<Readonly<Record<string, string | undefined>>>;
  /**
   * Opens the process namespaces for these commands, so that no process outlives its session; null
   * if there are none.
   */
  openNamespace?: (() => Promise<ProcessNamespace | null>) | undefined;
  /** Opens the namespace for a sealed session. */
  openSealed?(definition: AgentDefinition, seal: SealRequest): Promise<Result<ProcessNamespace>>;
  /** The rights of a sealed agent, with reasons. */
  sealPolicy?(definition: AgentDefinition, seal: SealRequest): Promise<Result<SealPolicy>>;
  /**
   * The target of a path that the user wants to allow, or an error that says why the path stays
   * closed.
   */
  sealAllowance?(
    definition: AgentDefinition,
    seal: SealRequest,
    path: string,
  ): Promise<Result<string>>;
  /** Called when a sealed agent has logged out: forgets its kept login. */
  forgetLogin?(definition: AgentDefinition, seal: SealRequest): Promise<void>;
  /** The user's permissions for sealed agents, by session and by project. */
  readonly allowedPaths?: Pick<AllowedPaths, 'of' | 'allow' | 'takeBack'> | undefined;
  /** The user's rules about what agents may do; without them every request is asked. */
  readonly permissions?: Permissions | undefined;
  /** Asks sealed sessions which hosts they may reach, and reports the hosts that were refused. */
  readonly networks?: Pick<SessionNetworks, 'attend'> | undefined;
  /** The MCP servers that an agent gets; without it none. */
  mcpServers?(agent: ServedAgent): Promise<SessionServerList>;
  /** Runs checks that a session's agent requests; without it none can run. */
  runChecks?(sessionId: SessionId, wish: RequestedChecks): Promise<Result<readonly CheckRun[]>>;
  /** Whether sessions can be sealed here; tested again if told to. */
  canSeal?(options?: { readonly again?: boolean }): Promise<SealAvailability>;
}

export interface SetupWish {
  readonly sessionId: SessionId;
  readonly project: string;
  readonly cwd: string;
  readonly command: string;
}
