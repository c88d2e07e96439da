/** How something that git ignores gets into an agent's tree. */
export type CarryManner = 'copy' | 'link';

export interface CarryRule {
  /** Below the project's folder; may be a glob pattern. */
  readonly path: string;
  readonly as: CarryManner;
}

/** What a project's `.airlock.json` asks for. */
export interface ProjectPlan {
  readonly carry: readonly CarryRule[];
  /** A line for the user's shell, run once in every new tree of an agent's. */
  readonly setup: string | null;
  /** Commands by the names under which they are offered. */
  readonly run: Readonly<Record<string, string>>;
}

/** Something that a rule was found to stand for. */
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

/** The file was never trusted; or was, as it is; or was, and says something else now. */
export type ProjectTrust = 'new' | 'trusted' | 'changed';

export type ProjectSetup =
  | { readonly type: 'none' }
  | { readonly type: 'invalid'; readonly problems: readonly ProjectProblem[] }
  | {
      readonly type: 'found';
      /** Of the file's content: whoever trusts it names what they were shown. */
      readonly hash: string;
      readonly trust: ProjectTrust;
      readonly plan: ProjectPlan;
      readonly carried: readonly CarriedThing[];
      /** Not all that the rules stand for could be looked for. */
      readonly isIncomplete: boolean;
    };
