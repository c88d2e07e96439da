import type { AgentId, SessionId } from '#shared/ids';
import type {
  PermissionRule,
  RuleDraft,
  RuleEffect,
  RuleMatch,
  RuleScope,
} from '#shared/permissions/rule';
import type { ToolKind } from '#shared/session/content';
import { lineOf, wordsOf } from '#shared/text/words';

/** The fields of the form, as they are typed. */
export interface RuleFields {
  readonly effect: RuleEffect;
  readonly about: RuleMatch['type'];
  readonly command: string;
  readonly more: boolean;
  readonly pattern: string;
  readonly access: 'read' | 'write';
  readonly host: string;
  readonly kind: ToolKind;
  readonly tool: string;
  /** As `scopeKey` writes it. */
  readonly scope: string;
  /** Empty: all agents. */
  readonly agent: string;
}

export const emptyFields: RuleFields = {
  effect: 'allow',
  about: 'command',
  command: '',
  more: false,
  pattern: '',
  access: 'write',
  host: '',
  kind: 'read',
  tool: '',
  scope: 'always',
  agent: '',
};

export function fieldsOf({ effect, match, scope, agent }: Omit<PermissionRule, 'id'>): RuleFields {
  const fields = { ...emptyFields, effect, scope: scopeKey(scope), agent: agent ?? '' };
  return { ...fields, ...matchFields(match) };
}

export function matchFields(match: RuleMatch): Partial<RuleFields> {
  const about = match.type;
  switch (match.type) {
    case 'command':
      return { about, command: lineOf(match.words), more: match.more };
    case 'path':
      return { about, pattern: match.pattern, access: match.access };
    case 'host':
      return { about, host: match.host };
    case 'kind':
      return { about, kind: match.kind };
    case 'tool':
      return { about, tool: match.name };
  }
}

/**
 * The match that the fields describe. Words of `before` that were not edited stay exactly the same.
 */
export function matchOf(fields: RuleFields, before: RuleMatch | null): RuleMatch {
  switch (fields.about) {
    case 'command': {
      const isSame = before?.type === 'command' && lineOf(before.words) === fields.command;
      const words = isSame ? before.words : wordsOf(fields.command);
      return { type: 'command', words, more: fields.more };
    }
    case 'path':
      return { type: 'path', pattern: fields.pattern.trim(), access: fields.access };
    case 'host':
      return { type: 'host', host: fields.host.trim().toLowerCase() };
    case 'kind':
      return { type: 'kind', kind: fields.kind };
    case 'tool':
      return { type: 'tool', name: fields.tool.trim() };
  }
}

export function draftOf({ effect, scope, agent }: RuleFields, match: RuleMatch): RuleDraft {
  return { effect, match, scope: scopeOf(scope), agent: agent === '' ? null : (agent as AgentId) };
}

function scopeKey(scope: RuleScope): string {
  if (scope.type === 'always') return 'always';
  return scope.type === 'session' ? `session:${scope.sessionId}` : `project:${scope.folder}`;
}

function scopeOf(key: string): RuleScope {
  const rest = key.slice(key.indexOf(':') + 1);
  if (key.startsWith('session:')) return { type: 'session', sessionId: rest as SessionId };
  return key.startsWith('project:') ? { type: 'project', folder: rest } : { type: 'always' };
}
