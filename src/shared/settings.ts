import type { McpServerSettings } from './mcp/server';
import type { Isolation } from './session/isolation';
import type { Wire } from './session/wires';

export type Theme = 'system' | 'light' | 'dark' | 'high-contrast';

/** How a new session works: see `Isolation`. */
export type IsolationSetting = Isolation;

/** The language that an agent speaks; `auto` finds out. */
export type WireSetting = 'auto' | Wire;

export type UpdateSetting = 'notify' | 'off';

export interface AgentSettings {
  readonly name?: string;
  /** The program that is started; an agent has this or an address. */
  readonly command?: string;
  /** A WebSocket where the agent runs already, and speaks ACP. */
  readonly url?: string;
  /** Sent to that address; `${NAME}` stands for a variable or a secret of the agent. */
  readonly headers?: Readonly<Record<string, string>>;
  /** True: messages may go to another computer without encryption. */
  readonly allowInsecure?: boolean;
  readonly args?: readonly string[];
  /**
   * A folder below the session's, in which the program is started; the session's own unless given.
   */
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly wire?: WireSetting;
  /**
   * Services that are not offered to the agent, which then does these things itself: its own
   * sandbox may be better.
   */
  readonly withhold?: readonly ('fs' | 'terminal')[];
  /** False: on Linux it runs without a namespace of its own, in which `sudo` does not work. */
  readonly namespace?: boolean;
  /** What it may see or write in a sealed session beyond the usual; `~` is the home folder. */
  readonly seal?: {
    readonly read?: readonly string[];
    readonly write?: readonly string[];
    /** Variables that lead to keys or services, such as SSH_AUTH_SOCK. */
    readonly variables?: readonly string[];
    /**
     * The only hosts that it may reach, such as `example.com`, `*.example.com` or `localhost:8080`;
     * absent: its network is open.
     */
    readonly hosts?: readonly string[];
  };
  readonly enabled?: boolean;
}

/** Settings of one project; the hosts apply to its sealed sessions. */
export interface ProjectSettings {
  /** What the list of sessions calls it; its folder's name unless given. */
  readonly name?: string;
  /** The hosts that agents with a limited network may reach in this project. */
  readonly hosts?: readonly string[];
  /** True: the network of all agents is limited in this project. */
  readonly onlyHosts?: boolean;
  /**
   * True: changes are accepted only when the project’s checks have passed on them, or by a way past
   * that.
   */
  readonly acceptOnlyWhenGreen?: boolean;
}

/** The shape of settings.json. Absent keys have the values of `defaultSettings`. */
export interface Settings {
  readonly theme: Theme;
  readonly agents: Readonly<Record<string, AgentSettings>>;
  /** Servers of the Model Context Protocol that agents are given, by their names. */
  readonly mcpServers: Readonly<Record<string, McpServerSettings>>;
  /** Keyed by the project's folder. */
  readonly projects: Readonly<Record<string, ProjectSettings>>;
  readonly defaultAgent?: string;
  /** Whether known agents that are on this computer are offered without being set up here. */
  readonly findAgents: boolean;
  /** The address of the list of agents that can be installed; empty to load none. */
  readonly agentRegistry: string;
  /**
   * The isolation of a new session until the user chooses. If the system cannot seal, `sealed` asks
   * the user to choose.
   */
  readonly defaultIsolation: IsolationSetting;
  readonly composer: { readonly enterSends: boolean };
  readonly editor: { readonly command?: string };
  readonly notifications: { readonly enabled: boolean; readonly sound: boolean };
  readonly transcript: { readonly fontSize: number; readonly showThoughts: boolean };
  readonly terminal: {
    readonly shell?: string;
    readonly fontSize: number;
    readonly scrollback: number;
  };
  readonly review: {
    /** Files that count as able to run code, besides those that we know; see `selfArming`. */
    readonly selfArming: readonly string[];
    readonly fontSize: number;
  };
  /** The rules that come with the app; see `shared/permissions`. */
  readonly permissions: {
    /** Edits in the copy of a sealed or isolated session need no question. */
    readonly copyEdits: boolean;
    /** Commands in a sealed session need none either. */
    readonly sealedCommands: boolean;
  };
  /**
   * Whether the app looks for newer versions of itself, and says so; it never installs one unasked.
   */
  readonly updates: UpdateSetting;
  /** Templates for prompts, by the name that the form for a new session lists them under. */
  readonly prompts: Readonly<Record<string, string>>;
  /** Experimental settings, which may still change or break. */
  readonly experimental: { readonly acpVersion2: boolean };
  /** Key chord by command id; null takes a chord away from its command. */
  readonly keybindings: Readonly<Record<string, string | null>>;
}

export const defaultSettings: Settings = {
  theme: 'system',
  agents: {},
  mcpServers: {},
  projects: {},
  findAgents: true,
  agentRegistry: 'https://cdn.agentclientprotocol.com/registry/v1/latest/registry.json',
  defaultIsolation: 'sealed',
  composer: { enterSends: true },
  editor: {},
  notifications: { enabled: true, sound: false },
  transcript: { fontSize: 13, showThoughts: false },
  terminal: { fontSize: 13, scrollback: 5000 },
  review: { selfArming: [], fontSize: 12 },
  permissions: { copyEdits: true, sealedCommands: true },
  updates: 'notify',
  prompts: {},
  experimental: { acpVersion2: false },
  keybindings: {},
};

export type SettingsPath = readonly (string | number)[];

export interface SettingChange {
  readonly path: SettingsPath;
  /** Undefined restores the default. */
  readonly value?: unknown;
}

/** Names a change that can be undone. */
export type SettingsUndo = number;

/** A problem in settings.json. Line and column count from 1, in UTF-16 units as editors do. */
export interface SettingsProblem {
  readonly message: string;
  readonly line: number;
  readonly column: number;
  /** The key with the problem; absent if the file could not be parsed at all. */
  readonly path?: SettingsPath;
}
