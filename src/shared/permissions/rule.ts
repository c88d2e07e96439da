import type { AgentId, RuleId, SessionId } from '#shared/ids';
import type { ToolKind } from '#shared/session/content';
import { shellQuote } from '#shared/terminal/shellQuote';
import { GlobPattern } from '#shared/text/globPattern';
import { HIDDEN } from '#shared/text/hiddenSigns';
import { isLauncher, isLaunching, isOpenEnded, isRunner } from './commandLine';
import { hasEscape } from './escapingOptions';

export type RuleEffect = 'allow' | 'ask' | 'deny';

/** What a rule is about. */
export type RuleMatch =
  /** A command of these words; `more`: and any arguments after them. */
  | { readonly type: 'command'; readonly words: readonly string[]; readonly more: boolean }
  /** A glob pattern below the session's folder, or an absolute one. */
  | { readonly type: 'path'; readonly pattern: string; readonly access: 'read' | 'write' }
  /** A host, or `*.` and a domain for all hosts below it. */
  | { readonly type: 'host'; readonly host: string }
  | { readonly type: 'kind'; readonly kind: ToolKind }
  /** A tool by the name that the agent's program has for it. */
  | { readonly type: 'tool'; readonly name: string };

export type RuleScope =
  | { readonly type: 'session'; readonly sessionId: SessionId }
  | { readonly type: 'project'; readonly folder: string }
  | { readonly type: 'always' };

/** A rule before it has an id. */
export interface RuleDraft {
  readonly effect: RuleEffect;
  readonly match: RuleMatch;
  readonly scope: RuleScope;
  /** Null: all agents. */
  readonly agent: AgentId | null;
}

export interface PermissionRule extends RuleDraft {
  readonly id: RuleId;
}

/** Rules that come with the app, each with a setting of its own. */
export const SHIPPED_RULES = {
  copyEdits: 'Edits in the session’s own copy',
  sealedCommands: 'Commands in a sealed session',
} as const;

export type ShippedRule = keyof typeof SHIPPED_RULES;

/** The rule behind an automatic answer, as it was then. */
export interface AppliedRule {
  /** The id of a rule, or the name of one that comes with the app. */
  readonly id: RuleId | ShippedRule;
  readonly name: string;
  readonly scope: RuleScope['type'] | 'shipped';
}

export const WORD_CHARACTERS = 2_000;
export const RULE_WORDS = 100;

const kindNames: Readonly<Record<ToolKind, string>> = {
  read: 'Reading files',
  edit: 'Editing files',
  delete: 'Deleting files',
  move: 'Moving files',
  search: 'Searching',
  execute: 'Running commands',
  think: 'Thinking',
  fetch: 'Fetching from the network',
  switch_mode: 'Switching modes',
  other: 'Other tools',
};

export const ruleKinds = Object.keys(kindNames) as readonly ToolKind[];

export function kindName(kind: ToolKind): string {
  return kindNames[kind];
}

/** What a rule is about, in words. */
export function matchName(match: RuleMatch): string {
  switch (match.type) {
    case 'command':
      return `${shellQuote(match.words)}${match.more ? ' …' : ''}`;
    case 'path':
      return `${match.access === 'read' ? 'Read' : 'Write'} ${match.pattern}`;
    case 'host':
      return match.host;
    case 'kind':
      return kindNames[match.kind];
    case 'tool':
      return match.name;
  }
}

export function appliedRule({ id, match, scope }: PermissionRule): AppliedRule {
  return { id, name: matchName(match), scope: scope.type };
}

/** Why such a rule is not possible, and what to do instead; null if it is. */
export function ruleFault({ effect, match }: Pick<RuleDraft, 'effect' | 'match'>): string | null {
  switch (match.type) {
    case 'command':
      return commandFault(match, effect);
    case 'path': {
      const parsed = GlobPattern.parse(match.pattern);
      return parsed.ok ? null : parsed.error.message;
    }
    case 'host':
      return /^(?:\*\.)?(?:[a-z\d_](?:[a-z\d_-]*[a-z\d_])?\.)*[a-z\d_-]+$|^\[?[\da-f:.]+\]?$/.test(
        match.host,
      )
        ? null
        : 'Enter a host such as example.com or *.example.com.';
    case 'kind':
      return effect === 'allow' && match.kind === 'switch_mode'
        ? 'Only you can allow a change of mode, such as leaving plan mode.'
        : null;
    case 'tool':
      return match.name.trim() === '' ? 'Enter a tool.' : null;
  }
}

function commandFault(
  { words, more }: Extract<RuleMatch, { type: 'command' }>,
  effect: RuleEffect,
): string | null {
  const [name = '', first = '', second = ''] = words;
  if (name === '') return 'Enter a command.';
  if (words.length > RULE_WORDS) return `A rule has ${RULE_WORDS} words at most.`;
  if (words.some((word) => word.length > WORD_CHARACTERS)) {
    return `A word of a rule has ${WORD_CHARACTERS} characters at most.`;
  }
  if (words.some((word) => word.replace(/[\n\t]/g, '').search(HIDDEN) !== -1)) {
    return 'The command contains invisible characters.';
  }
  if (effect !== 'allow') return null;
  if (!/^[\w./:@%+,-]+$/.test(name))
    return 'Enter the program’s name without quotes or special characters.';
  if (!more) return null;
  if (isRunner(name) || isOpenEnded(name)) {
    return `“${name}” runs other commands. Allow it with exact arguments only.`;
  }
  if (isLauncher(name) && (first === '' || first.startsWith('-'))) {
    return `“${name}” runs whatever its arguments name. Add the first of them, such as “${name} test”.`;
  }
  if (isLaunching(name, first) && (second === '' || second.startsWith('-'))) {
    return `“${name} ${first}” runs whatever comes next. Add that, or allow exact arguments only.`;
  }
  if (hasEscape(name, words.slice(1))) {
    return 'One of these options can run any program, or write any file. Allow exact arguments only.';
  }
  return null;
}
