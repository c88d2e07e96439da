import type { Listing } from '../files/listing';
import type { Roots } from '../files/roots';
import type { TextFiles } from '../files/textFiles';
import type { TurnSummary } from '../history/record';
import type { ModeId } from '../parse/request';
import type { ClientPowers } from '../powers';
import type { DemoSettings } from '../session/settings';
import type { SessionUsage } from '../session/usage';
import type { SessionWire } from '../session/wire';
import type { PermissionGate } from './permission';
import type { Plan } from './plan';
import type { Speech } from './speech';
import type { DemoToolCalls } from './toolCalls';

/** Everything that an action can use. */
export interface Turn {
  readonly wire: SessionWire;
  readonly powers: ClientPowers;
  readonly roots: Roots;
  readonly signal: AbortSignal;
  readonly speech: Speech;
  readonly tools: DemoToolCalls;
  readonly files: TextFiles;
  readonly permission: PermissionGate;
  readonly plan: Plan;
  readonly usage: SessionUsage;
  /** The index of the current request, for its entry in the plan. */
  readonly step: number;
  /** The present settings, because the user may change them while the turn runs. */
  settings(): DemoSettings;
  setMode(mode: ModeId): Promise<void>;
  /** Lists the files; the listing is kept for the turn. */
  listFiles(): Promise<Listing>;
  /** The turns before this one. */
  turns(): readonly TurnSummary[];
  forgetTurns(summary: TurnSummary): void;
  /** A line of Markdown that a later explanation repeats. */
  note(deed: string): void;
}

export interface Outcome {
  readonly done: boolean;
  /** Why the action was not done, in a few words, for the plan. */
  readonly problem?: string;
}

export const done: Outcome = { done: true };

export function notDone(problem: string): Outcome {
  return { done: false, problem };
}
