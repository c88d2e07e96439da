import type { AgentId } from '#shared/ids';

export interface AgentReference {
  readonly id: AgentId;
  readonly name: string;
}

/** The name and version that the agent reports. */
export interface AgentIdentity {
  readonly name: string;
  readonly title?: string;
  readonly version?: string;
}

/**
 * Optional abilities of an agent, beyond start, prompt, cancel and answer. Absent means that it
 * lacks them.
 */
export interface AgentPowers {
  readonly load?: boolean;
  readonly resume?: boolean;
  readonly list?: boolean;
  readonly close?: boolean;
  readonly delete?: boolean;
  readonly fork?: boolean;
  readonly setTitle?: boolean;
  readonly steer?: boolean;
  readonly logout?: boolean;
  readonly additionalDirectories?: boolean;
  readonly prompt: {
    readonly image?: boolean;
    readonly audio?: boolean;
    readonly embeddedContext?: boolean;
  };
  /** The kinds of MCP servers that it says it takes; `acp`: over its own connection. */
  readonly mcp?: {
    readonly stdio?: boolean;
    readonly http?: boolean;
    readonly sse?: boolean;
    readonly acp?: boolean;
  };
}

/** What the agent says about its login. The account is for the screen alone: it is never kept. */
export interface AgentLogin {
  /** `out`: nothing works before a login. */
  readonly state: 'in' | 'out' | 'not-needed' | 'unknown';
  /** The account, such as "Claude Max"; null if the agent does not say. */
  readonly account: string | null;
}

/** Another fact that the agent reports about itself, such as its tools, with a readable name. */
export interface AgentFact {
  readonly name: string;
  readonly values: readonly string[];
}

/** A way to log in. `terminal` runs a command of the agent's in a terminal that the user sees. */
export interface AuthenticationMethod {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  readonly how:
    | { readonly type: 'agent' }
    | { readonly type: 'api-key'; readonly provider?: string }
    | { readonly type: 'environment'; readonly variables: readonly string[] }
    | {
        readonly type: 'terminal';
        readonly command?: string;
        readonly args: readonly string[];
        readonly env: Readonly<Record<string, string>>;
        readonly label?: string;
      };
}

export interface Mode {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
}

export interface OptionChoice {
  readonly value: string;
  readonly name: string;
  readonly description?: string;
}

/** A setting that the agent declares. What it confirms is what we show. */
export type AgentOption = {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  /** `mode`, `model`, `model_config`, `thought_level`, or the agent's own word. */
  readonly category?: string;
} & (
  | {
      readonly type: 'select';
      readonly value: string;
      readonly groups: readonly {
        readonly name: string | null;
        readonly choices: readonly OptionChoice[];
      }[];
    }
  | { readonly type: 'boolean'; readonly value: boolean }
);

export interface SlashCommand {
  readonly name: string;
  readonly description: string;
  readonly hint?: string;
}

export interface ContextUsage {
  readonly used: number;
  readonly size: number;
  readonly cost?: { readonly amount: number; readonly currency: string };
}

export interface TurnUsage {
  readonly totalTokens?: number;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly thoughtTokens?: number;
  readonly cachedReadTokens?: number;
  readonly cachedWriteTokens?: number;
}

/** What the user chose of an agent's modes and options. */
export interface ChosenSettings {
  readonly mode?: string;
  readonly options?: Readonly<Record<string, string | boolean>>;
}
