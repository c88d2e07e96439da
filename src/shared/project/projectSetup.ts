import type { ProjectCheck } from '#shared/checks/check';
import type { McpServerEntry } from '#shared/mcp/server';

/** How an ignored file gets into an agent's tree. */
export type CarryManner = 'copy' | 'link';

export interface CarryRule {
  /** Below the project's folder; may be a glob pattern. */
  readonly path: string;
  readonly as: CarryManner;
}

/** The content of a project's `.airlock.json`. */
export interface ProjectPlan {
  readonly carry: readonly CarryRule[];
  /** A line for the user's shell, run once in every new tree of an agent's. */
  readonly setup: string | null;
  /** Commands by the names under which they are offered. */
  readonly run: Readonly<Record<string, string>>;
  /** Commands that say whether a result is sound, by their names and in this order. */
  readonly checks: Readonly<Record<string, ProjectCheck>>;
  /** Templates for prompts by their names. */
  readonly prompts: Readonly<Record<string, string>>;
  /** Servers of the Model Context Protocol that agents are given here, by their names. */
  readonly mcpServers: Readonly<Record<string, McpServerEntry>>;
}

/** A file or folder that a rule matches. */
export interface CarriedThing {
  readonly path: string;
  readonly as: CarryManner;
  readonly isFolder: boolean;
}

/** Line and column count from 1. */
export interface ProjectProblem {
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

/** As a sentence about the file; null if it has no mistake. */
export function mistakeIn(setup: ProjectSetup): string | null {
  if (setup.type !== 'invalid') return null;
  const [first] = setup.problems;
  return `It has an error on line ${first?.line}, column ${first?.column}: ${first?.message}.`;
}

/**
 * `new`: never trusted. `trusted`: trusted with this content. `changed`: trusted with other
 * content.
 */
export type ProjectTrust = 'new' | 'trusted' | 'changed';

export type ProjectSetup =
  | { readonly type: 'none' }
  | { readonly type: 'invalid'; readonly problems: readonly ProjectProblem[] }
  | {
      readonly type: 'found';
      /** The hash of the file's content: trust names the content that the user was shown. */
      readonly hash: string;
      readonly trust: ProjectTrust;
      readonly plan: ProjectPlan;
      readonly carried: readonly CarriedThing[];
      /** Not everything that the rules match could be searched for. */
      readonly isIncomplete: boolean;
    };
