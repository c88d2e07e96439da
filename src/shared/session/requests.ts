import type { ToolCallId } from '#shared/ids';
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

/** Who or what settled a request. */
export type AnsweredBy = 'user' | 'policy' | 'cancel' | 'agent' | 'exit';

export type FormValue = string | number | boolean | readonly string[];

export type FormField = {
  readonly key: string;
  readonly title: string;
  readonly description?: string;
  readonly required: boolean;
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

/** A permission request as it stands in the log; the tool call it is about has its own entry, too. */
export interface PermissionQuestion {
  readonly toolCallId: ToolCallId | null;
  readonly title: string;
  readonly description?: string;
  readonly options: readonly PermissionOption[];
  /** What the tool call said when this was asked, whatever it says later. Older logs do not have it. */
  readonly asked?: AskedFacts;
  /** There when the app asks of its own accord about something that the agent wants of it. */
  readonly asker?: 'app';
}

export interface ElicitationQuestion {
  readonly message: string;
  readonly toolCallId: ToolCallId | null;
  readonly body: ElicitationBody;
}
