import type { Listing } from '../files/listing';
import type { Roots } from '../files/roots';
import type { TextFiles } from '../files/textFiles';
import type { TurnSummary } from '../history/record';
import type { ModeId } from '../parse/request';
import type { ClientPowers } from '../powers';
import type { Settings } from '../session/settings';
import type { SessionUsage } from '../session/usage';
import type { SessionWire } from '../session/wire';
import type { PermissionGate } from './permission';
import type { Plan } from './plan';
import type { Speech } from './speech';
import type { ToolCalls } from './toolCalls';

/** Everything that an action can use. */
export interface Turn {
  readonly wire: SessionWire;
  readonly powers: ClientPowers;
  readonly roots: Roots;
  readonly signal: AbortSignal;
  readonly speech: Speech;
  readonly tools: ToolCalls;
  readonly files: TextFiles;
  readonly permission: PermissionGate;
  readonly plan: Plan;
  readonly usage: SessionUsage;
  /** The number of the request being done, for its entry in the plan. */
  readonly step: number;
  /** As it is now: the user may change it while the turn runs. */
  settings(): Settings;
  setMode(mode: ModeId): Promise<void>;
  /** Once per turn is enough: the listing is kept. */
  listFiles(): Promise<Listing>;
  /** The turns before this one. */
  turns(): readonly TurnSummary[];
  forgetTurns(summary: TurnSummary): void;
  /** A line of Markdown that a later explanation repeats. */
  note(deed: string): void;
}

export interface Outcome {
  readonly done: boolean;
  /** In a few words, for the plan, when it was not done. */
  readonly problem?: string;
}

export const done: Outcome = { done: true };

export function notDone(problem: string): Outcome {
  return { done: false, problem };
}
