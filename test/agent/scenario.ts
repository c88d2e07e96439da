import type { JsonObject, Step } from './step';

/**
 * How a request of the client is met. Steps are played in order; the answer is given where a step
 * says so, or at the end. An object adds its fields to the usual answer. False: the method is unknown.
 */
export type Script = readonly Step[] | JsonObject | false;

/** One answer to a prompt. A bare list of steps is a turn without a condition. */
export type Turn = readonly Step[] | { readonly when?: string; readonly steps: readonly Step[] };

/** A conversation that exists before anyone asks. */
export interface SavedSession {
  readonly sessionId: string;
  readonly cwd: string;
  readonly title?: string | null;
  readonly updatedAt?: string | null;
  readonly history?: readonly JsonObject[];
}

/** What the scripted agent plays. Everything may be left out: then it is a polite echo. */
export interface Scenario {
  readonly description?: string;
  /** Played before anything is read. */
  readonly start?: readonly Step[];

  readonly initialize?: Script;
  readonly authenticate?: Script;
  readonly logout?: Script;
  readonly newSession?: Script;
  readonly load?: Script;
  readonly resume?: Script;
  readonly list?: Script;
  readonly fork?: Script;
  readonly close?: Script;
  readonly delete?: Script;
  readonly setMode?: Script;
  readonly setConfigOption?: Script;
  readonly setModel?: Script;
  readonly setTitle?: Script;
  readonly steering?: Script;
  /** Scripts for methods that are not listed above, by the name on the wire. */
  readonly methods?: { readonly [method: string]: Script };

  /**
   * Turns with `when` answer the prompts whose text their pattern matches; the others answer the
   * remaining prompts of a session one after another, and the last of them repeats.
   */
  readonly turns?: readonly Turn[];

  /** Sessions are refused with -32000 until `authenticate` has succeeded. */
  readonly requiresLogin?: boolean;
  readonly modes?: JsonObject;
  readonly configOptions?: readonly JsonObject[];
  /** The older way to offer models, with `session/set_model`. */
  readonly models?: JsonObject;

  readonly sessions?: {
    /** Ids to hand out first; made up after that. */
    readonly ids?: readonly string[];
    readonly pageSize?: number;
    readonly saved?: readonly SavedSession[];
  };
  /** Where conversations outlive the process. Relative to the scenario's folder. */
  readonly stateFile?: string;
  /** The agent kills itself after this long, so that no test leaves one behind; 10 unless told. */
  readonly lifetimeMinutes?: number;
}
