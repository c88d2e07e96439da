import type { AgentCheckState } from '#shared/agentCheck';
import type { AgentId } from '#shared/ids';
import { type EventMarker, event, type RequestMarker, request } from './marker';

/** Where an agent that can be started comes from. */
export type AgentSource = 'settings' | 'installed' | 'found' | 'built-in';

/**
 * Whether somebody has logged in, as far as that can be seen without running the agent. A login
 * that was found may have expired.
 */
export type LoginState = 'found' | 'none' | 'unknown' | 'not-needed';

/** What was found out about the program of an agent. */
export interface AgentFinding {
  /** Null: there is no such program. */
  readonly path: string | null;
  readonly isInPath: boolean;
  /** Null while it is not known, or if the program does not say. */
  readonly version: string | null;
  readonly login: LoginState;
}

/** An agent that can be chosen for a new session. */
export interface AgentChoice {
  readonly id: AgentId;
  readonly name: string;
  readonly command: string;
  /** The place where it runs, if it is not a program that Airlock starts on this computer. */
  readonly url?: string;
  readonly builtIn: boolean;
  readonly source: AgentSource;
  /** Null until it was looked for. */
  readonly finding: AgentFinding | null;
}

export interface AgentList {
  readonly agents: readonly AgentChoice[];
  /** The search is still running, so the list may grow. */
  readonly isLooking: boolean;
}

/** The progress of an installation. */
export interface InstallProgress {
  /** Working out what is needed, downloading it, or downloading a Node for it. */
  readonly phase: 'resolving' | 'downloading' | 'node';
  /** In bytes. */
  readonly received: number;
  /** Null while it is not known. */
  readonly total: number | null;
}

/** A version of an agent that the app has installed. */
export interface InstalledVersion {
  readonly version: string;
  readonly bytes: number;
  /** The one that sessions start with. */
  readonly isActive: boolean;
  /** The version of the Node that was installed for it; null: it uses yours, or needs none. */
  readonly node: string | null;
}

/** An agent that can be installed here, or is. */
export interface CatalogueEntry {
  readonly id: AgentId;
  readonly name: string;
  readonly description: string | null;
  readonly website: string | null;
  /** The version that is offered; null if there is none to install here. */
  readonly version: string | null;
  /** The exact command that installs it, or the address that it is downloaded from. */
  readonly command: string | null;
  /** Why it cannot be installed here; null if it can. */
  readonly whyNot: string | null;
  /** The program that is on this computer already; null if none was found. */
  readonly finding: AgentFinding | null;
  /** Newest first. */
  readonly installed: readonly InstalledVersion[];
  /** A newer version than the one in use; null if none is known. */
  readonly update: string | null;
  readonly progress: InstallProgress | null;
  /** Why the last installation failed, in this run of the app. */
  readonly failure: { readonly message: string; readonly detail: string | null } | null;
}

/** Where the list of agents comes from, and how old it is. */
export interface RegistryState {
  readonly source: 'registry' | 'kept' | 'bundled';
  /** When it was read, in milliseconds since 1970; null for the one that comes with the app. */
  readonly at: number | null;
  readonly isReading: boolean;
  /** Why it could not be used the last time, in words. */
  readonly problem: string | null;
  /** Entries that could not be understood; the others are used. */
  readonly skipped: number;
}

export interface AgentOffering {
  readonly entries: readonly CatalogueEntry[];
  readonly registry: RegistryState;
  /** The disk space of all that is installed. */
  readonly bytes: number;
}

/** An agent from another program's settings. */
export interface ImportableAgent {
  readonly id: string;
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** The program that the agent is imported from, such as "Zed". */
  readonly origin: string;
}

export interface ImportList {
  readonly agents: readonly ImportableAgent[];
  /** What could not be read, in words. */
  readonly problems: readonly string[];
}

/** The sources of what an agent is started with: the shell, the command, PATH and variables. */
export interface AgentEnvironment {
  /** The shell that was asked for the user's variables; null where there is none to ask. */
  readonly shell: string | null;
  readonly source: 'login-shell' | 'process';
  /** Why the shell could not be asked. */
  readonly problem: string | null;
  readonly command: string;
  /** The program that the command resolves to, and its folder; null if there is none. */
  readonly file: string | null;
  readonly folder: string | null;
  readonly isInPath: boolean;
  /** The folders of PATH, in order. */
  readonly path: readonly string[];
  /** Variables of the user's that the agent does not get. */
  readonly removed: readonly { readonly name: string; readonly why: string }[];
  /** Variables that the settings set. */
  readonly variables: readonly {
    readonly name: string;
    /** Null: it looks like a secret, which is not shown. */
    readonly value: string | null;
    /** Variables that the value refers to but that the user does not have. */
    readonly missing: readonly string[];
  }[];
  /** Variables that are kept by the system's key store. */
  readonly secrets: readonly { readonly name: string; readonly isReadable: boolean }[];
  /** Why secrets are kept in memory alone; null if they are kept. */
  readonly whyNotKept: string | null;
}

/**
 * The longest text that can be pasted to import from it; settings of other programs are shorter.
 */
export const IMPORT_CHARACTERS = 1_000_000;

export const agentRequests = {
  'agents.list': request<null, AgentList>(),
  /** Looks for agents again, in PATH and where installers put them. */
  'agents.look': request<null, null>(),
  /** The program that a command resolves to; null if there is none. */
  'agents.locate': request<{ command: string }, { path: string | null; isInPath: boolean }>(),
  'agents.catalogue': request<null, AgentOffering>(),
  /** Reads the registry again, and looks for updates of what is installed. */
  'agents.refresh': request<null, null>(),
  /** Settles when the agent is installed. Without a version, installs the offered one. */
  'agents.install': request<{ id: string; version: string | null }, null>(),
  'agents.cancelInstall': request<{ id: string }, null>(),
  /** Sessions that start from now on use this version. */
  'agents.use': request<{ id: string; version: string }, null>(),
  /** Removes a version. The token can restore it until the app is restarted. */
  'agents.uninstall': request<{ id: string; version: string }, { token: string }>(),
  'agents.restore': request<{ token: string }, null>(),
  /** Agents from other programs' settings, or from a pasted text. */
  'agents.importable': request<{ text: string | null }, ImportList>(),
  /** The results of an agent's checks, and the progress of a running one. */
  'agents.checkState': request<{ id: string }, AgentCheckState>(),
  /** Starts a check and returns at once; `agents.checkChanged` reports its progress. */
  'agents.check': request<{ id: string; withPrompts: boolean }, null>(),
  'agents.cancelCheck': request<{ id: string }, null>(),
  'agents.environment': request<{ id: string }, AgentEnvironment>(),
  /** Stores a secret. The agent gets it as a variable when it next starts. */
  'agents.setSecret': request<{ id: string; name: string; value: string }, null>(),
  'agents.removeSecret': request<{ id: string; name: string }, null>(),
  /** Moves secrets from settings.json to the key store. */
  'agents.moveSecrets': request<{ id: string }, { moved: readonly string[] }>(),
  /**
   * Stores the secrets of an agent that is about to be saved. Returns the other variables, or all
   * if secrets cannot be stored.
   */
  'agents.keepSecrets': request<
    { id: string; env: Readonly<Record<string, string>> },
    { readonly env: Readonly<Record<string, string>> }
  >(),
  /** The last check result as text, without secrets. */
  'agents.checkReport': request<{ id: string }, string>(),
} satisfies Record<string, RequestMarker<unknown, unknown>>;

export const agentEvents = {
  /** The list of agents, or what is known of one of them, has changed. */
  'agents.changed': event<null>(),
  /** The catalogue, or how far an installation has come, has changed. */
  'agents.catalogueChanged': event<null>(),
  /** A check of this agent has started, come further, or ended. */
  'agents.checkChanged': event<{ id: string }>(),
  /** The secrets of this agent have changed. */
  'agents.environmentChanged': event<{ id: string }>(),
} satisfies Record<string, EventMarker<unknown>>;
