/** Why agents cannot be sealed on this system. */
export type SealProblem =
  | 'windows'
  | 'mac'
  | 'missing'
  | 'setuid'
  | 'old'
  /** The kernel, or a rule such as Ubuntu's, forbids user namespaces. */
  | 'forbidden'
  /** The same, where the app itself runs in a container. */
  | 'container'
  | 'failed';

/** Whether sessions can be sealed here. */
export type SealAvailability =
  | { readonly available: true }
  | {
      readonly available: false;
      readonly problem: SealProblem;
      readonly message: string;
      /** The one command that changes it; null if there is none. */
      readonly fix: string | null;
    };

/** A host that a sealed session may reach, as a list names it. */
export interface ListedHost {
  readonly rule: string;
  readonly why: string;
}

/** The part of the network that a sealed session can reach. */
export type SealedNetwork =
  | { readonly type: 'open' }
  /** The session's hosts were limited while something of it was running. */
  | { readonly type: 'open-until-restart' }
  | { readonly type: 'hosts'; readonly hosts: readonly ListedHost[] };

/** How long a login that is made in a sealed session lasts. */
export type SealedLogin =
  /** The session uses the same login as the user's own use of the agent. */
  | 'shared'
  /** The login is kept for sealed sessions of the project with this agent. */
  | 'project'
  /** The login is kept for all sealed sessions with this agent. */
  | 'agent'
  /** Lasts until the agent ends. */
  | 'lost';

/** What a sealed agent may use, and why. */
export interface SealPolicy {
  /** What holds for this agent, and what does not. */
  readonly words: readonly string[];
  /** A folder before what lies in it. Everything else does not exist for the agent. */
  readonly places: readonly SealedPlace[];
  readonly network: SealedNetwork;
  /** Variables of yours that it does not get. */
  readonly withheld: readonly { readonly name: string; readonly why: string }[];
  readonly login: SealedLogin;
}

export interface SealedPlace {
  readonly path: string;
  /** `scratch` is empty and in memory; `hidden` is empty and cannot be written to. */
  readonly access: 'read' | 'write' | 'scratch' | 'hidden';
  readonly why: string;
  /** The user allowed it, and can take it back. */
  readonly allowed?: SealScope;
}

/** For which sessions a path is allowed. */
export type SealScope = 'session' | 'project';

/** A path that the user lets sealed agents see, or also write to. */
export interface AllowedPath {
  readonly path: string;
  /**
   * Its real path when it was allowed: if it leads elsewhere later, the permission does not count.
   */
  readonly real: string;
  readonly access: 'read' | 'write';
}

/** Something that a sealed agent or its commands did not get, as far as Airlock saw it. */
export interface SealRefusal {
  readonly path: string;
  readonly access: 'read' | 'write';
  /** What reported it: a request to Airlock that it refused itself, or the output of a program. */
  readonly source: 'request' | 'agent' | 'command' | 'tool';
  /** The line that reported it, shortened. */
  readonly words: string;
  readonly at: number;
  /** What would be allowed: the path, or its folder if there is no such file. */
  readonly grant: string;
  /** Why it cannot be allowed here; null if it can. */
  readonly closed: string | null;
}

/**
 * The part of a refusal that the session's log keeps. Whether it can be allowed is determined each
 * time.
 */
export type LoggedRefusal = Omit<SealRefusal, 'at' | 'closed'>;

/** A refusal that was logged, and when. */
export type KnownRefusal = Omit<SealRefusal, 'closed'>;

/** Refusals of paths that are kept of a session. */
export const KEPT_REFUSALS = 200;

/** Refusals with the same key count as one. */
export function pathRefusalKey({ access, path }: Pick<SealRefusal, 'access' | 'path'>): string {
  return `${access} ${path}`;
}

/** Whether a refusal is new and there is room for it. */
export function isNewPathRefusal(
  known: readonly KnownRefusal[],
  refusal: Pick<SealRefusal, 'access' | 'path'>,
): boolean {
  const key = pathRefusalKey(refusal);
  return known.length < KEPT_REFUSALS && known.every((one) => pathRefusalKey(one) !== key);
}

export interface SealRefusals {
  /** The latest first. */
  readonly refusals: readonly SealRefusal[];
  /** False: there were more than are kept. */
  readonly isComplete: boolean;
}

/** Used if the app has no part that creates seals. */
export const NO_SEALS = {
  available: false,
  problem: 'failed',
  message: 'Sessions cannot be sealed here.',
  fix: null,
} as const satisfies SealAvailability;

/** What each isolation means for every agent. For a sealed agent, `SealPolicy` says more. */
export const isolationWords = {
  sealed:
    'The system lets this agent write only to its own copy and to what it keeps itself. It cannot see your project or your keys. It can read system files and reach the network.',
  isolated: 'Works in a copy, but with all your rights: nothing stops a write by full path.',
} as const;
