import type { AgentDefinition } from '#main/agents/agents';
import type { ShellEnvironment } from '#main/agents/process/environment/shellEnvironment';
import type { LadderTimings } from '#main/agents/process/shutdownLadder';
import type { FileProblems } from '#main/base/files/fileProblems';
import type { Logger } from '#main/base/log/logger';
import type { ProcessNamespaces } from '#main/base/process/processNamespaces';
import type { SecretBox } from '#main/base/secrets/secretBox';
import type { CheckScript } from '#main/doctor/checkScript';
import type { CheckTimings } from '#main/doctor/limits';
import type { Workplaces } from '#main/host/changes/workplace';
import type { ChecksOptions } from '#main/host/checks/checks';
import type { HostOptions } from '#main/host/hostOptions';
import type { HostTimings } from '#main/host/limits';
import type { OpenFile } from '#main/host/store/fileAccess';
import type { SearchIndexOptions } from '#main/host/store/search/searchIndex';
import type { Ptys } from '#main/terminals/terminals';
import type { SealAvailability } from '#shared/seal';
import type { Settings } from '#shared/settings';

export interface EngineOptions {
  /** The folder of sessions and the process ledger. */
  readonly dataFolder: string;
  /** The app's own folder, which sealed agents cannot see; the data folder by default. */
  readonly ownFolder?: string | undefined;
  /** Whether this system can seal agents; tests answer for others. */
  readonly probeSeal?: (() => Promise<SealAvailability>) | undefined;
  /** Makes process namespaces; many engines in one process share one, because it tests the system first. */
  readonly namespaces?: ProcessNamespaces | undefined;
  readonly clientVersion: string;
  readonly demoAgent: AgentDefinition;
  readonly searchWorker: SearchIndexOptions['worker'];
  /** The program that connects to remote agents. */
  readonly socketBridge?: Pick<AgentDefinition, 'command' | 'args' | 'env'> | undefined;
  /** The program that tests MCP servers; without it none is tested. */
  readonly mcpProbe?: Pick<AgentDefinition, 'command' | 'args' | 'env'> | undefined;
  readonly logger: Logger;
  /** The terminals for agents' commands that need one; without it all commands run on pipes. */
  readonly ptys?: Ptys | undefined;
  /** The folder for the traces of all wires, without secrets; none by default. */
  readonly traceFolder?: string | undefined;
  /** The workplaces of sessions; by default those with the airlock. */
  readonly workplaces?: Workplaces | undefined;
  /** How the files of sessions are opened; tests pass a function that fails. */
  readonly openFile?: OpenFile | undefined;
  /** Receives files that cannot be read. */
  readonly files?: FileProblems | undefined;
  /** Time limits; missing ones have their usual values. */
  readonly timings?: Partial<EngineTimings> | undefined;
  /** Downloads agents for installation; Node's fetch by default. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Encrypts secrets; without it they are only in memory. */
  readonly secretBox?: SecretBox | undefined;
  /** The prompts of agent checks; tests use others. */
  readonly checkScript?: CheckScript | undefined;
  /** Runs a project's check where the user sees it. */
  readonly runCheck?: ChecksOptions['run'];
  /** Runs a project's setup command in a new tree, where the user sees it. */
  readonly runSetup?: HostOptions['runSetup'];
  settings(): Settings;
  environment(): Promise<ShellEnvironment>;
}

export interface EngineTimings extends HostTimings {
  readonly startMilliseconds: number;
  readonly ladder: LadderTimings;
  readonly check: Partial<CheckTimings>;
}
