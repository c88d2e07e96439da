import { loadCommandReader } from '#main/permissions/readCommandLine';
import type { AgentId, RuleId, SessionId } from '#shared/ids';
import { judge, type Requester } from '#shared/permissions/judge';
import { requestNeeds } from '#shared/permissions/requestNeeds';
import type { PermissionRule, RuleDraft, RuleEffect, RuleMatch } from '#shared/permissions/rule';
import type { AskedFacts } from '#shared/session/request/askedFacts';
import { noFacts } from '#shared/session/request/askedFacts';

export const read = await loadCommandReader();

/** The default agent of these tests, which works in place. */
export const here: Requester = {
  sessionId: 'ses_1' as SessionId,
  agent: 'claude' as AgentId,
  project: '/project',
  cwd: '/work',
  isolation: 'in-place',
};
export const off = { copyEdits: false, sealedCommands: false };
export const shipped = { copyEdits: true, sealedCommands: true };

let count = 0;
export function rule(
  effect: RuleEffect,
  match: RuleMatch,
  more: Partial<RuleDraft> = {},
): PermissionRule {
  const id = `rul_${count++}` as RuleId;
  return { id, effect, match, scope: { type: 'always' }, agent: null, ...more };
}

/** Reads `allow npm test` or `deny git push`; a final `…` means any arguments. */
export function ruleOf(text: string): PermissionRule {
  const [effect = '', ...words] = text.split(' ');
  const more = words.at(-1) === '…';
  const match = { type: 'command', words: more ? words.slice(0, -1) : words, more } as const;
  return rule(effect as RuleEffect, match);
}

export function run(command: unknown, more: object = {}): AskedFacts {
  return { ...noFacts, toolKind: 'execute', input: JSON.stringify({ command, ...more }) };
}

export function effectOf(
  asked: AskedFacts,
  rules: readonly PermissionRule[],
  requester: Partial<Requester> = {},
  on = off,
): RuleEffect {
  const who = { ...here, ...requester };
  const needs = requestNeeds(asked, { cwd: who.cwd, read });
  return judge(needs, who, { rules, shipped: on }).effect;
}
