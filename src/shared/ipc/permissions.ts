import type { RequestId, RuleId, SessionId } from '#shared/ids';
import type { Proposal } from '#shared/permissions/proposal';
import type { PermissionRule, RuleDraft, RuleEffect } from '#shared/permissions/rule';
import { type EventMarker, event, type RequestMarker, request } from './marker';

export interface RuleList {
  readonly rules: readonly PermissionRule[];
  /** Why the rules cannot be read; then every request is asked. */
  readonly problem: string | null;
}

/** A request of an earlier turn that rules would have answered otherwise. */
export interface PastRequest {
  readonly sessionId: SessionId;
  readonly session: string;
  readonly at: number;
  /** What it asked for, in its own words. */
  readonly text: string;
  /** What the rules would have done. */
  readonly effect: RuleEffect;
  /** How it was answered then. */
  readonly answer: 'allowed' | 'rejected' | 'none';
}

export interface RulePreview {
  /** Requests that were looked at. */
  readonly looked: number;
  readonly allowed: number;
  readonly asked: number;
  readonly denied: number;
  /** The newest of those that it would have decided. */
  readonly requests: readonly PastRequest[];
  /** There are older requests that were not looked at. */
  readonly isCut: boolean;
}

export const permissionRequests = {
  'permissions.list': request<null, RuleList>(),
  /** The narrowest rules that would allow an open request. */
  'permissions.propose': request<{ sessionId: SessionId; requestId: RequestId }, Proposal>(),
  /** Which past requests these rules would have decided; `replaces` names a rule to leave out. */
  'permissions.preview': request<
    { drafts: readonly RuleDraft[]; replaces: RuleId | null },
    RulePreview
  >(),
  /** Adds rules, or replaces another with the first. */
  'permissions.save': request<
    { drafts: readonly RuleDraft[]; replaces: RuleId | null },
    RuleList
  >(),
  /** Removes a rule and returns the others; `permissions.restore` brings it back. */
  'permissions.remove': request<{ id: RuleId }, RuleList>(),
  /** Restores a removed rule, or an earlier version of a rule. */
  'permissions.restore': request<{ rule: PermissionRule }, RuleList>(),
} satisfies Record<string, RequestMarker<unknown, unknown>>;

export const permissionEvents = {
  'permissions.changed': event<RuleList>(),
} satisfies Record<string, EventMarker<unknown>>;
