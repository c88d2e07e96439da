import { z } from 'zod';
import type { AgentId, RuleId, SessionId } from '#shared/ids';
import {
  type PermissionRule,
  RULE_WORDS,
  type RuleDraft,
  ruleFault,
  ruleKinds,
  WORD_CHARACTERS,
} from '#shared/permissions/rule';
import type { ToolKind } from '#shared/session/content';

const word = z.string().max(WORD_CHARACTERS);
const name = z.string().min(1).max(500);

const match = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('command'),
    words: z.array(word).min(1).max(RULE_WORDS),
    more: z.boolean(),
  }),
  z.strictObject({
    type: z.literal('path'),
    pattern: z.string().min(1).max(1_000),
    access: z.enum(['read', 'write']),
  }),
  z.strictObject({ type: z.literal('host'), host: name }),
  z.strictObject({ type: z.literal('kind'), kind: z.enum(ruleKinds as [ToolKind, ...ToolKind[]]) }),
  z.strictObject({ type: z.literal('tool'), name }),
]);

const scope = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('session'),
    sessionId: name.transform((id) => id as SessionId),
  }),
  z.strictObject({ type: z.literal('project'), folder: z.string().min(1).max(4_096) }),
  z.strictObject({ type: z.literal('always') }),
]);

const fields = {
  effect: z.enum(['allow', 'ask', 'deny']),
  match,
  scope,
  agent: name.transform((id) => id as AgentId).nullable(),
};

export const ruleId = name.transform((id) => id as RuleId);

const fault = (rule: Pick<RuleDraft, 'effect' | 'match'>, context: z.RefinementCtx) => {
  const message = ruleFault(rule);
  if (message !== null) context.addIssue({ code: 'custom', message });
};

/** A rule from a window: one that could not be kept is refused with the reason. */
export const ruleDraft = z.strictObject(fields).superRefine(fault);
export const permissionRule = z.strictObject({ id: ruleId, ...fields }).superRefine(fault);

/** A rule in the file. One with an error stays, but allows nothing. */
const keptRule = z.strictObject({ id: ruleId, ...fields });

const schema = z.object({ v: z.literal(1), rules: z.array(keptRule) });

/** Rejects the whole file for one invalid rule, because that rule may have denied something. */
export function parseRules(value: unknown): readonly PermissionRule[] | null {
  return schema.safeParse(value).data?.rules ?? null;
}
