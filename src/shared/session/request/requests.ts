import type { ToolCallId } from '#shared/ids';
import type { AppliedRule } from '#shared/permissions/rule';
import type { AskedFacts } from './askedFacts';

export type PermissionKind =
  | 'allow_once'
  | 'allow_always'
  | 'reject_once'
  | 'reject_always'
  | 'other';

export interface PermissionOption {
  readonly id: string;
  readonly name: string;
  readonly kind: PermissionKind;
}

export type PermissionOutcome =
  | { readonly type: 'selected'; readonly optionId: string }
  /** The turn was cancelled; to deny, select a reject option. */
  | { readonly type: 'cancelled' };

/** The rules behind an answer that was given by `policy`; each covers a part of the request. */
export type AnsweringRules = readonly AppliedRule[];

/** Who or what answered a request. */
export type AnsweredBy = 'user' | 'policy' | 'cancel' | 'agent' | 'exit';

export type FormValue = string | number | boolean | readonly string[];

export type FormField = {
  readonly key: string;
  readonly title: string;
  readonly description?: string;
  readonly required: boolean;
  /** A value here answers that other field as well. */
  readonly insteadOf?: string;
} & (
  | {
      readonly type: 'text';
      readonly format?: 'email' | 'uri' | 'date' | 'date-time';
      readonly minLength?: number;
      readonly maxLength?: number;
      readonly default?: string;
    }
  | {
      readonly type: 'number';
      readonly integer: boolean;
      readonly minimum?: number;
      readonly maximum?: number;
      readonly default?: number;
    }
  | { readonly type: 'boolean'; readonly default?: boolean }
  | {
      readonly type: 'choice';
      readonly multiple: boolean;
      readonly choices: readonly {
        readonly value: string;
        readonly title: string;
        readonly description?: string;
      }[];
      readonly default?: string | readonly string[];
    }
);

export type ElicitationBody =
  | { readonly type: 'form'; readonly fields: readonly FormField[] }
  | { readonly type: 'url'; readonly url: string; readonly elicitationId: string };

export type ElicitationOutcome =
  | { readonly type: 'accepted'; readonly values: Readonly<Record<string, FormValue>> }
  | { readonly type: 'declined' }
  | { readonly type: 'cancelled' };

/** A permission request as the log has it; its tool call has an entry of its own. */
export interface PermissionQuestion {
  readonly toolCallId: ToolCallId | null;
  readonly title: string;
  readonly description?: string;
  readonly options: readonly PermissionOption[];
  /**
   * The tool call as it was when the permission was requested, whatever it says later. Older logs
   * lack it.
   */
  readonly asked?: AskedFacts;
  /** Present when the app asks on its own about something that the agent requests. */
  readonly asker?: 'app';
}

export interface ElicitationQuestion {
  readonly message: string;
  readonly toolCallId: ToolCallId | null;
  readonly body: ElicitationBody;
}
